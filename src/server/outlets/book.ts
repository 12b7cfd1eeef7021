/** Outlets as people set them up and see them: every one is of one company, and so is what it sends. */

import { Refusal } from '../../base/errors.ts';
import type { MessageId } from '../../base/messages.ts';
import { hasPermission } from '../../base/permissions.ts';
import type { BodyOf } from '../../contract/call.ts';
import type * as contract from '../../contract/notify/outlets.ts';
import type { OutletBody, OutletDelivery, OutletView } from '../../contract/notify/outlets.ts';
import { outletState } from '../../domain/notify/outlet.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { auditBy, type By } from '../audit/by.ts';
import { companiesOf } from '../notify/setup-view.ts';
import { boundInForce } from '../platform/state.ts';
import type { Board } from '../sites/board.ts';
import { fromJson, toJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { addBatch } from './batch.ts';
import type { OutletReading } from './readings.ts';
import { type OutletRow, type OutletSource, ownOutlet, sitesOf, sourcesOf } from './row.ts';

/** Deliveries of a list. */
const shown = 100;
/** Readings of a test. */
const tested = 5;

const problem = (type: string, params: Record<string, string | number> = {}, field = 'body') =>
  new Refusal(422, `outlets.problem.${type}` as MessageId, params, field);
const missing = (what: string) => new Refusal(404, 'api.notFound', { what });

export interface OutletBookOptions {
  readonly storage: Storage;
  readonly board: Board;
  /** Something is to be filled, or to be sent. */
  readonly changed: () => void;
  readonly now?: () => number;
}

export class OutletBook {
  readonly #options: OutletBookOptions;
  readonly #now: () => number;

  constructor(options: OutletBookOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  async list(viewer: Viewer): Promise<{ outlets: OutletView[] }> {
    const { storage, board } = this.#options;
    const companies = companiesOf(board, viewer);
    const rows = await storage.db
      .selectFrom('outlets')
      .selectAll()
      .where('company_id', 'in', companies.length === 0 ? [-1] : companies)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();
    const waiting = await storage.db
      .selectFrom('outlet_events')
      .select(['outlet_id', ({ fn }) => fn.countAll<number | string>().as('count')])
      .where('batch_id', 'is', null)
      .groupBy('outlet_id')
      .execute();
    const counts = new Map(waiting.map(({ outlet_id, count }) => [outlet_id, Number(count)]));
    const underWay = await this.#underWay(rows);
    return {
      outlets: rows.map((row) => this.#view(row, counts.get(row.id) ?? 0, underWay.get(row.id) ?? '')),
    };
  }

  /** What the other side said to the batch under way. */
  async #underWay(rows: readonly OutletRow[]): Promise<ReadonlyMap<number, string>> {
    const ids = rows.flatMap(({ batch_id }) => batch_id ?? []);
    const found = await this.#options.storage.db
      .selectFrom('outlet_batches')
      .innerJoin('messages', 'messages.id', 'outlet_batches.message_id')
      .select(['outlet_id', 'messages.answer'])
      .where('outlet_batches.id', 'in', ids.length === 0 ? [''] : ids)
      .execute();
    return new Map(found.map(({ outlet_id, answer }) => [outlet_id, answer]));
  }

  #view(row: OutletRow, waitingEvents: number, answer: string): OutletView {
    const body = fromJson(row.body);
    const { behind_at: behindAt, stopped_at: stoppedAt } = row;
    const standing = outletState({ now: this.#now(), enabled: body.enabled, stoppedAt, behindAt });
    return {
      ...{ id: row.id, companyId: row.company_id, revision: row.revision, name: row.name, body, ...standing },
      ...{ sentAt: row.sent_at, sentReadings: row.sent_readings, sentEvents: row.sent_events, waitingEvents },
      ...{ lostEvents: row.lost_events, lostUntil: row.lost_until },
      answer: standing.state === 'gaveUp' ? row.stop_answer : standing.state === 'behind' ? answer : '',
    };
  }

  /** What it names is of its company, and its author may see what it sends. @throws Refusal 403, 404, 422 */
  async #check(db: Db, { viewer }: By, companyId: number, body: OutletBody): Promise<void> {
    const { board } = this.#options;
    const own = board.sites({ companyId });
    const projects = new Set(board.projects({ companyId }).map(({ id }) => id));
    const project = body.projectIds.find((id) => !projects.has(id));
    if (project !== undefined) throw missing(`project ${project}`);
    const stations = new Set(own.map(({ station }) => station.id));
    const station = body.stationIds.find((id) => !stations.has(id));
    if (station !== undefined) throw missing(`station ${station}`);
    const hook = await db
      .selectFrom('notify_hooks')
      .select('body')
      .where('id', '=', body.hookId)
      .where('company_id', '=', companyId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (hook === undefined) throw missing(`hook ${body.hookId}`);
    if (fromJson(hook.body).preset !== 'standard') throw problem('preset', {}, 'hookId');
    if (!body.readings && body.events.length === 0) throw problem('nothing');
    if (body.readings && !hasPermission(viewer.permissions, 'station:data:view'))
      throw problem('mayNotSee', {}, 'readings');
    if (body.events.includes('plan') && !hasPermission(viewer.permissions, 'device:parameter:view'))
      throw problem('mayNotSee', {}, 'events');
  }

  /** @throws Refusal 404, 409, 422 */
  async save(
    by: By,
    { id, companyId, revision, name, body }: BodyOf<typeof contract.saveOutlet>,
  ): Promise<{ id: number; revision: number }> {
    const { storage, board, changed } = this.#options;
    if (!companiesOf(board, by.viewer).includes(companyId)) throw missing(`company ${companyId}`);
    const saved = await storage.write(async (db) => {
      const now = this.#now();
      const said = { name: name.trim(), body: toJson(body), hook_id: body.hookId };
      const subject = `company:${companyId}`;
      if (id === null) {
        await this.#check(db, by, companyId, body);
        await this.#checkRoom(db, companyId);
        await auditBy(db, by, { at: now, action: 'notify.outlet', subject, detail: said.name });
        return db
          .insertInto('outlets')
          .values({ company_id: companyId, revision: 1, ...said, ...(await this.#begin(db, now)) })
          .returning(['id', 'revision'])
          .executeTakeFirstOrThrow();
      }
      const row = await ownOutlet(db, by.viewer, id);
      if (row.company_id !== companyId) throw missing(`outlet ${id}`);
      await this.#check(db, by, companyId, body);
      if (row.revision !== revision) throw new Refusal(409, 'notify.changed', { name: row.name });
      await auditBy(db, by, { at: now, action: 'notify.outlet', subject, detail: said.name });
      // What was switched off begins anew: nobody asked for what came meanwhile.
      const wasOff = !fromJson(row.body).enabled && body.enabled;
      if (wasOff) await this.#restart(db, row, now);
      return db
        .updateTable('outlets')
        .set({ ...said, revision: revision + 1 })
        .where('id', '=', id)
        .returning(['id', 'revision'])
        .executeTakeFirstOrThrow();
    });
    changed();
    return saved;
  }

  async #checkRoom(db: Db, companyId: number): Promise<void> {
    const living = await db
      .selectFrom('outlets')
      .select('id')
      .where('company_id', '=', companyId)
      .where('deleted_at', 'is', null)
      .execute();
    const most = Math.min(mostOutlets, await boundInForce(db, 'notifyParts'));
    if (living.length >= most) throw problem('tooMany', { most });
  }

  /** Where one begins that begins now. */
  async #begin(db: Db, now: number) {
    const last = await db
      .selectFrom('alarm_entries')
      .select(({ fn }) => fn.max<number | null>('id').as('id'))
      .executeTakeFirst();
    return {
      ...{ since_at: now, entry_id: Number(last?.id ?? 0), plan_at: now, stop_answer: '' },
      ...{ sent_readings: 0, sent_events: 0, lost_events: 0 },
    };
  }

  /** Forgets how far it went: it goes on with what comes from now on. */
  async #restart(db: Db, { id, batch_id }: OutletRow, now: number): Promise<void> {
    const { since_at, entry_id, plan_at } = await this.#begin(db, now);
    await db.deleteFrom('outlet_series').where('outlet_id', '=', id).execute();
    await db.deleteFrom('outlet_links').where('outlet_id', '=', id).execute();
    await db.deleteFrom('outlet_events').where('outlet_id', '=', id).execute();
    if (batch_id !== null) await this.#takeBack(db, batch_id, now);
    await db
      .updateTable('outlets')
      .set({
        since_at,
        entry_id,
        plan_at,
        batch_id: null,
        behind_at: null,
        stopped_at: null,
        stop_answer: '',
      })
      .where('id', '=', id)
      .execute();
  }

  /** A batch that is not wanted any more does not go; one that is on its way may arrive. */
  async #takeBack(db: Db, batchId: string, now: number): Promise<void> {
    await db
      .updateTable('messages')
      .set({ state: 'gaveUp', due_at: null, done_at: now, answer: 'notify.reason.takenBack' })
      .where('id', 'in', db.selectFrom('outlet_batches').select('message_id').where('id', '=', batchId))
      .where('state', 'in', ['waiting', 'sending', 'failed'])
      .execute();
  }

  async delete(by: By, id: number): Promise<Record<string, never>> {
    const { storage } = this.#options;
    await storage.write(async (db) => {
      const row = await ownOutlet(db, by.viewer, id);
      const now = this.#now();
      if (row.batch_id !== null) await this.#takeBack(db, row.batch_id, now);
      for (const table of ['outlet_series', 'outlet_links', 'outlet_events'] as const)
        await db.deleteFrom(table).where('outlet_id', '=', id).execute();
      await db.updateTable('outlets').set({ deleted_at: now, batch_id: null }).where('id', '=', id).execute();
      const act = { at: now, action: 'notify.outlet', subject: `company:${row.company_id}` } as const;
      await auditBy(db, by, { ...act, detail: `${row.name}: deleted` });
    });
    return {};
  }

  async resume(
    by: By,
    id: number,
    { begin }: BodyOf<typeof contract.resumeOutlet>,
  ): Promise<Record<string, never>> {
    const { storage, changed } = this.#options;
    await storage.write(async (db) => {
      const row = await ownOutlet(db, by.viewer, id);
      if (row.stopped_at === null) throw new Refusal(409, 'outlets.notStopped', {}, 'id');
      const now = this.#now();
      if (begin === 'now') await this.#restart(db, row, now);
      else await this.#goOn(db, row, now);
      const act = { at: now, action: 'notify.outlet', subject: `company:${row.company_id}` } as const;
      await auditBy(db, by, { ...act, detail: `${row.name}: resumed, ${begin}` });
    });
    changed();
    return {};
  }

  /** The batch that was given up goes again, as it was. */
  async #goOn(db: Db, { id, batch_id }: OutletRow, now: number): Promise<void> {
    if (batch_id !== null)
      await db
        .updateTable('messages')
        .set({ state: 'waiting', due_at: now, done_at: null, tries: 0, answer: '', expires_at: now + day })
        .where('id', 'in', db.selectFrom('outlet_batches').select('message_id').where('id', '=', batch_id))
        .execute();
    await db.updateTable('outlets').set({ stopped_at: null, stop_answer: '' }).where('id', '=', id).execute();
  }

  async test(by: By, id: number): Promise<{ messageId: number }> {
    const { storage, board, changed } = this.#options;
    const row = await ownOutlet(storage.db, by.viewer, id);
    const body = fromJson(row.body);
    const sources = body.readings ? sourcesOf(sitesOf(board, row.company_id, body), body) : [];
    const readings = await this.#newest(sources);
    const messageId = await storage.write(async (db) => {
      await ownOutlet(db, by.viewer, id);
      const now = this.#now();
      const event = { id: `test/${now}`, type: 'test', t: now };
      const act = { at: now, action: 'notify.outlet', subject: `company:${row.company_id}` } as const;
      await auditBy(db, by, { ...act, detail: `${row.name}: test` });
      return (await addBatch(db, row, { isTest: true, readings, events: [event] }, now)).messageId;
    });
    changed();
    return { messageId };
  }

  /** The newest reading of some sources. */
  async #newest(sources: readonly OutletSource[]) {
    const { readings } = this.#options.storage;
    const some = sources.slice(0, tested);
    const found: { source: OutletSource; reading: OutletReading }[] = [];
    for (const one of some)
      for (const { row, element, t, receivedAt } of await readings.latest(one.isRtu ? 'status' : null, [
        one.id,
      ])) {
        // Sensors and RTUs are counted apart.
        if ((row === 'status') !== one.isRtu || found.length >= tested) continue;
        const all = (await readings.stretch(row, [one.id], t, t)).get(one.id) ?? [];
        const stored = all.find((each) => each.element === element);
        if (stored === undefined) continue;
        const id = `${row}/${one.id}/${element}/${t}`;
        found.push({ source: one, reading: { id, row, element, t, receivedAt, values: stored.values } });
      }
    return found;
  }

  async deliveries(viewer: Viewer, id: number): Promise<{ deliveries: OutletDelivery[] }> {
    const { db } = this.#options.storage;
    await ownOutlet(db, viewer, id);
    const rows = await db
      .selectFrom('outlet_batches')
      .innerJoin('messages', 'messages.id', 'outlet_batches.message_id')
      .select(['outlet_batches.id', 'is_test', 'at', 'readings', 'events', 'from_t', 'to_t'])
      .select(['messages.state', 'messages.tries', 'messages.due_at', 'messages.done_at', 'messages.answer'])
      .where('outlet_id', '=', id)
      .orderBy('message_id', 'desc')
      .limit(shown)
      .execute();
    return {
      deliveries: rows.map((row) => ({
        ...{
          batch: row.id,
          isTest: row.is_test === 1,
          at: row.at,
          readings: row.readings,
          events: row.events,
        },
        ...{
          fromT: row.from_t,
          toT: row.to_t,
          state: row.state as OutletDelivery['state'],
          tries: row.tries,
        },
        ...{ dueAt: row.due_at, doneAt: row.done_at, answer: row.answer },
      })),
    };
  }
}

/** Of a company: each is looked after every few seconds. Assumed. */
export const mostOutlets = 20;
const day = 86_400_000;
