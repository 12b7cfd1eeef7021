/** The messages of the demo's past: what its policies would have sent of each alarm until somebody answered. */
import { groupBy } from '../../base/group.ts';
import { formatTime } from '../../base/time-text.ts';
import type { FrozenFacts } from '../../contract/alarms/frozen-facts.ts';
import { alarmText, ruleText } from '../../derive/alarm-text.ts';
import { levelMessage } from '../../derive/level-word.ts';
import { isFor, type PolicyPlan, stepAt, toldFrom } from '../../domain/notify/policy.ts';
import type { EntryRow } from '../../server/alarms/entries.ts';
import type { AlarmRow } from '../../server/alarms/row.ts';
import { plainText } from '../../server/notify/compose.ts';
import { type AlarmSite, siteOfAlarm } from '../../server/notify/follow.ts';
import { addMessage } from '../../server/notify/message.ts';
import { receiversOf } from '../../server/notify/recipients.ts';
import { fromJson, toJson } from '../../server/storage/json.ts';
import type { Db } from '../../server/storage/schema.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { words } from '../../server/words.ts';
import { unit } from '../../simulator/random.ts';

/** From the moment that a message is due to its acceptance by the mail server, ms. */
const sending = 1400;
const minute = 60_000;

/** A stretch in which an alarm asked for an answer: from a rise to the answer, the next rise, or now. */
interface Asked {
  readonly alarm: AlarmRow;
  readonly site: AlarmSite;
  readonly rank: number;
  readonly from: number;
  /** null = nobody has answered yet. */
  readonly until: number | null;
  readonly facts: FrozenFacts;
}

/** Subject and text of its mails, in Chinese: the people of the demo have that. */
function mailOf({ alarm, site, rank, facts }: Asked, isReminder: boolean): Mail {
  const text = words('zh-chs');
  const view = { isBlind: alarm.is_blind === 1, present: rank, facts };
  const level = text(levelMessage('cn', rank));
  const station = `${facts.stationCode} ${facts.stationName}`;
  const what = alarmText(view, text);
  const time = formatTime(alarm.raised_at, site.timeZone, 'full');
  const details = [
    text('notify.text.since', { level, time }),
    text('notify.text.rule', { rule: ruleText(view, text) }),
  ];
  const line = { alarmId: alarm.id, rank, level, station, what, details };
  return {
    title: text(isReminder ? 'notify.subject.remind' : 'notify.subject.one', { level, station, what }),
    content: plainText({ lines: [{ ...line, card: facts.card, isOver: false, mail: null }], text: '' }),
  };
}

interface Mail {
  readonly title: string;
  readonly content: string;
}

function askedOf(alarm: AlarmRow, site: AlarmSite, lines: readonly EntryRow[]): readonly Asked[] {
  return lines.flatMap((line, index) => {
    if (line.to_rank <= line.from_rank || line.is_event === 0) return [];
    const end = lines
      .slice(index + 1)
      .find(({ type, to_rank, from_rank }) => type === 'acknowledge' || to_rank > from_rank);
    const facts = fromJson(line.facts ?? alarm.facts);
    return [{ alarm, site, rank: line.to_rank, from: line.known_at, until: end?.known_at ?? null, facts }];
  });
}

/** Settles a message as it went: sent once it was due, or not any more where the answer came first. */
async function settleMessage(
  db: Db,
  { id, dueAt, title, content }: Mail & { readonly id: number; readonly dueAt: number },
  until: number | null,
  now: number,
): Promise<void> {
  if (until !== null && dueAt + sending > until) {
    await db
      .updateTable('messages')
      .set({ state: 'answered', done_at: until, due_at: null })
      .where('id', '=', id)
      .execute();
    return;
  }
  // One that is not due yet is left to the outbox.
  if (dueAt > now) return;
  // Now and then the mail server is busy for a few minutes.
  const tries = unit(id, 1) < 0.04 ? 2 : 1;
  await db
    .updateTable('messages')
    .set({
      ...{
        title,
        content,
        state: 'accepted',
        tries,
        due_at: null,
        delivery: `demo-${id}`,
        answer: '250 2.0.0 OK',
      },
      done_at: Math.min(now, dueAt + sending + (tries - 1) * 2 * minute),
    })
    .where('id', '=', id)
    .execute();
}

/** One escalation as it went. One that nobody has answered goes on by itself. */
async function writeEscalation(
  db: Db,
  asked: Asked,
  { id: policyId, plan }: { readonly id: number; readonly plan: PolicyPlan },
  now: number,
): Promise<void> {
  const { alarm, site, rank, from, until } = asked;
  const { id: escalationId } = await db
    .insertInto('escalations')
    .values({
      ...{ alarm_id: alarm.id, policy_id: policyId, policy: toJson(plan), began_at: from },
      ...{ position: 0, due_at: null, stopped_at: until },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  let position = 0;
  let next = stepAt(plan, position);
  for (; next !== null && from + next.after < (until ?? now); next = stepAt(plan, position)) {
    const at = from + next.after;
    const mail = mailOf(asked, position > 0);
    for (const receiver of await receiversOf(db, next.step, site, at)) {
      const dueAt = toldFrom(plan, rank, at, site.timeZone);
      const id = await addMessage(db, {
        ...{ companyId: site.companyId, projectId: site.projectId, alarmId: alarm.id, escalationId },
        ...{ kind: position === 0 ? 'raise' : 'remind', rank, receiver, dueAt, now: at },
      });
      if (receiver.problem === null) await settleMessage(db, { ...mail, id, dueAt }, until, now);
    }
    position += 1;
  }
  const dueAt = until === null && next !== null ? from + next.after : null;
  await db
    .updateTable('escalations')
    .set({ position, due_at: dueAt })
    .where('id', '=', escalationId)
    .execute();
}

/** Writes what the policies of the demo's companies would have sent since its alarms began. */
export async function writeDemoMessages(storage: Storage, now: number): Promise<void> {
  await storage.write(async (db) => {
    const policies = await db.selectFrom('notify_policies').select(['id', 'company_id', 'body']).execute();
    const lines = groupBy(
      await db.selectFrom('alarm_entries').selectAll().orderBy('t').orderBy('id').execute(),
      (line) => line.alarm_id,
    );
    const asked: Asked[] = [];
    for (const alarm of await db.selectFrom('alarms').selectAll().orderBy('id').execute()) {
      const site = await siteOfAlarm(db, alarm);
      if (site !== null) asked.push(...askedOf(alarm, site, lines.get(alarm.id) ?? []));
    }
    // The log shows them in the order in which they were written.
    for (const one of asked.sort((a, b) => a.from - b.from))
      for (const { id, company_id, body } of policies) {
        const plan = fromJson(body);
        if (company_id === one.site.companyId && isFor(plan, one.site.projectId, one.rank))
          await writeEscalation(db, one, { id, plan }, now);
      }
    const last = await db
      .selectFrom('messages')
      .select(({ fn }) => fn.max('done_at').as('at'))
      .where('state', '=', 'accepted')
      .executeTakeFirst();
    const known = await db.selectFrom('channel_states').select('channel').executeTakeFirst();
    if (known === undefined && last?.at != null)
      await db
        .insertInto('channel_states')
        .values({
          ...{ channel: 'mail', company_id: null, failures: 0, failing_since: null },
          ...{ good_at: last.at, took: sending, answer: '' },
        })
        .execute();
  });
}
