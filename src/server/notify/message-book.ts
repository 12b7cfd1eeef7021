/** What became of messages; tests of channels and rehearsals of policies, which are messages too. */
import { type ExpressionBuilder, sql } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { MessageId } from '../../base/messages.ts';
import type { QueryOf } from '../../contract/call.ts';
import type * as contract from '../../contract/notify/messages.ts';
import type { MessageView } from '../../contract/notify/messages.ts';
import { stepAt } from '../../domain/notify/policy.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { type AlarmRow, companyOfAlarm } from '../alarms/row.ts';
import { auditBy, type By } from '../audit/by.ts';
import type { Board } from '../sites/board.ts';
import { sees } from '../sites/visible.ts';
import { fromJson } from '../storage/json.ts';
import type { Database, Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { type Addressee, addMessage } from './message.ts';
import type { Notifier } from './notifier.ts';
import { ownPart } from './notify-book.ts';
import type { MessageRow } from './outbox.ts';
import { receiversOf, waysTo } from './recipients.ts';
import { companiesOf } from './setup-view.ts';
import { wouldNotify } from './would.ts';

const shown = 100;
/** Codes are secrets; data has a log of its own, with its outlet. */
const notShown = ['code', 'data'];

/** What a list of messages is narrowed down to. */
function conditionsOf(
  eb: ExpressionBuilder<Database, 'messages'>,
  { alarmId, sensorId, over, only, outcome, rank, from, text }: QueryOf<typeof contract.notifyMessages>,
) {
  const found = [];
  if (alarmId !== undefined) found.push(eb('alarm_id', '=', alarmId));
  if (sensorId !== undefined)
    found.push(
      eb('alarm_id', 'in', eb.selectFrom('alarms').select('alarms.id').where('sensor_id', '=', sensorId)),
    );
  if (over !== undefined) found.push(eb('channel', '=', over));
  if (only === 'failed') found.push(eb('state', 'in', ['failed', 'gaveUp']));
  if (outcome !== undefined) found.push(eb('state', '=', outcome));
  if (rank !== undefined) found.push(eb('rank', '=', rank));
  if (from !== undefined) found.push(eb('created_at', '>=', from));
  const wanted = text?.trim().toLowerCase() ?? '';
  // What stands for others in a pattern stands for itself.
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`;
  if (wanted !== '')
    found.push(
      eb.or(
        (['address', 'name', 'title'] as const).map(
          (column) => sql<boolean>`lower(${eb.ref(column)}) LIKE ${pattern} ESCAPE '\\'`,
        ),
      ),
    );
  return found;
}

/** Another message that says the same as one that was accepted. */
async function repeat(db: Db, row: MessageRow, now: number): Promise<void> {
  const { recipient, user_id: userId, name, address, language, channel, rank } = row;
  await addMessage(db, {
    ...{ companyId: row.company_id, projectId: row.project_id, alarmId: row.alarm_id, escalationId: null },
    ...{ kind: 'again', rank, dueAt: now, now },
    receiver: { recipient, userId, name, address, language, channel, problem: null },
    params: { title: row.title, content: row.content },
  });
}

export class MessageBook {
  constructor(
    readonly storage: Storage,
    readonly board: Board,
    readonly notifier: Notifier,
    readonly now: () => number = Date.now,
  ) {}

  /**
   * @param said what the test says; left out = that it is one
   * @throws Refusal 404 for a hook of another company; 422 where there is no way
   */
  async test(
    by: By,
    channel: string,
    said?: { readonly title: string; readonly content: string },
  ): Promise<{ messageId: number }> {
    const { viewer } = by;
    const messageId = await this.storage.write(async (db) => {
      let receiver: Addressee | undefined;
      let companyId = viewer.companyId ?? 0;
      if (channel.startsWith('hook:')) {
        const row = await ownPart(db, viewer, 'notify_hooks', Number(channel.slice(5)));
        companyId = row.company_id;
        const language = viewer.language;
        receiver = {
          recipient: channel,
          userId: null,
          name: row.name,
          address: '',
          language,
          channel,
          problem: null,
        };
      } else [receiver] = await waysTo(db, viewer.userId, [channel], companyId);
      if (receiver === undefined || receiver.problem !== null)
        throw new Refusal(422, (receiver?.problem ?? 'notify.reason.noContact') as MessageId, {}, 'channel');
      const now = this.now();
      return addMessage(db, {
        ...{ companyId, projectId: null, alarmId: null, escalationId: null },
        ...{ kind: 'test', rank: 0, receiver, dueAt: now, now },
        ...(said === undefined ? {} : { params: said }),
      });
    });
    this.notifier.outbox.wake();
    return { messageId };
  }

  async rehearse(by: By, id: number): Promise<{ messages: number }> {
    const messages = await this.storage.write(async (db) => {
      const row = await ownPart(db, by.viewer, 'notify_policies', id);
      const { body } = await db
        .selectFrom('notify_policies')
        .select('body')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const policy = fromJson(body);
      const project = this.board
        .projects({ companyId: row.company_id })
        .find((one) => policy.projects.length === 0 || policy.projects.includes(one.id));
      const now = this.now();
      let count = 0;
      for (let position = 0; position < policy.steps.length; position += 1) {
        const found = stepAt({ ...policy, repeat: null }, position);
        if (found === null || project === undefined) break;
        const site = { companyId: row.company_id, projectId: project.id, timeZone: project.timeZone };
        for (const receiver of await receiversOf(db, found.step, site, now)) {
          await addMessage(db, {
            ...{ companyId: row.company_id, projectId: project.id, alarmId: null, escalationId: null },
            ...{ kind: 'test', rank: 0, receiver, dueAt: now, now },
            params: { policy: row.name, step: position + 1 },
          });
          if (receiver.problem === null) count += 1;
        }
      }
      const act = { at: now, action: 'notify.rehearse', subject: `company:${row.company_id}` } as const;
      await auditBy(db, by, { ...act, detail: row.name });
      return count;
    });
    this.notifier.outbox.wake();
    return { messages };
  }

  would(viewer: Viewer, query: QueryOf<typeof contract.wouldNotify>) {
    return wouldNotify({ storage: this.storage, board: this.board, now: this.now() }, viewer, query);
  }

  /** @throws Refusal 404 for a foreign sensor */
  async messages(viewer: Viewer, query: QueryOf<typeof contract.notifyMessages>) {
    const { sensorId, before, limit = shown } = query;
    if (sensorId !== undefined && !this.#sees(viewer, sensorId))
      throw new Refusal(404, 'api.notFound', { what: `sensor ${sensorId}` });
    const companies = companiesOf(this.board, viewer);
    const all = this.storage.db
      .selectFrom('messages')
      .where('company_id', 'in', companies.length === 0 ? [-1] : companies)
      .where('kind', 'not in', notShown)
      .where((eb) => eb.and(conditionsOf(eb, query)));
    const { total } = await all
      .select(({ fn }) => fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await (before === undefined ? all : all.where('id', '<', before))
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    // An alarm of a station that went to another company is not notified here any more.
    const ids = [...new Set(rows.flatMap((row) => row.alarm_id ?? []))];
    const alarms = await this.storage.db
      .selectFrom('alarms')
      .select(['id', 'station_id', 'company_id'])
      .where('id', 'in', ids.length === 0 ? [-1] : ids)
      .execute();
    const isVisible = (alarm: Pick<AlarmRow, 'station_id' | 'company_id'>) => {
      const company = companyOfAlarm(this.board, alarm);
      return company === null ? viewer.companyId === null : sees(viewer, company);
    };
    const visible = new Set(alarms.filter(isVisible).map(({ id }) => id));
    // One whose alarm is not there belongs to whoever sees every company.
    const mayShow = (id: number) =>
      visible.has(id) || (viewer.companyId === null && !alarms.some((alarm) => alarm.id === id));
    const views = rows
      .filter((row) => row.alarm_id === null || mayShow(row.alarm_id))
      .map(
        (row): MessageView => ({
          id: row.id,
          alarmId: row.alarm_id,
          kind: row.kind,
          rank: row.rank,
          name: row.name,
          address: row.address,
          channel: row.channel,
          state: row.state as MessageView['state'],
          tries: row.tries,
          createdAt: row.created_at,
          dueAt: row.due_at,
          doneAt: row.done_at,
          title: row.title,
          content: row.content,
          answer: row.answer,
        }),
      );
    return { messages: views, total: Number(total) };
  }

  #sees(viewer: Viewer, sensorId: number): boolean {
    return this.board.sites(viewer).some(({ sensors }) => sensors.some(({ id }) => id === sensorId));
  }

  async again(by: By, id: number): Promise<Record<string, never>> {
    await this.storage.write(async (db) => {
      const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
      if (
        row === undefined ||
        !companiesOf(this.board, by.viewer).includes(row.company_id) ||
        notShown.includes(row.kind)
      )
        throw new Refusal(404, 'api.notFound', { what: `message ${id}` });
      if (!['failed', 'gaveUp', 'accepted'].includes(row.state) || row.channel === '')
        throw new Refusal(409, 'notify.notAgain', {}, 'id');
      const now = this.now();
      if (row.state === 'accepted') await repeat(db, row, now);
      else
        await db
          .updateTable('messages')
          .set({ state: 'waiting', due_at: now, done_at: null, expires_at: now + 3_600_000, answer: '' })
          .where('id', '=', id)
          .execute();
      const act = { at: now, action: 'notify.again', subject: `company:${row.company_id}` } as const;
      await auditBy(db, by, { ...act, detail: `message ${id}` });
    });
    this.notifier.outbox.wake();
    return {};
  }
}
