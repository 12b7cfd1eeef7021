/** Fills batches for each outlet, one at a time, from what was committed (README.md of this room). */
import { sql } from 'kysely';
import { isCompanyOff } from '../accounts/active.ts';
import type { Board } from '../sites/board.ts';
import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import type { IngestResult, Reading, Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import type { WorkPermit } from '../work/permit.ts';
import { addBatch, mostEvents, outcomeOf, waitingEvents } from './batch.ts';
import { addAlarms, addLinks, addPlans, dropEvents, type EventLook } from './events.ts';
import { type FoundReadings, findReadings, LateHints } from './readings.ts';
import { type OutletRow, sitesOf, sourcesOf } from './row.ts';

const day = 86_400_000;
/** What is stored within so long goes together, ms. */
const gather = 5000;
/** Another look though nothing was stored here: links go silent, other processes write. */
const lookEvery = 15_000;
/** While a batch is on its way. */
const outcomeEvery = 500;
/** Events are looked for no more often than that while a batch is under way. */
const eventsEvery = 2000;
/** Batches and their messages are kept for so long after they were sent. */
const kept = 30 * day;
const cleanEvery = 3_600_000;

export type OutletFaultPoint = 'outlet.found' | 'outlet.filled';

export interface FillerOptions {
  readonly storage: Storage;
  readonly board: Pick<Board, 'sites'>;
  /** A batch waits to be sent. */
  readonly filled: () => void;
  readonly failed: (error: unknown) => void;
  readonly now?: () => number;
  /** Called at points of a look: a test ends the process there. */
  readonly faults?: (point: OutletFaultPoint) => void;
  /** Left out: this process is the only one that fills them. */
  readonly permit?: WorkPermit | undefined;
}

export class OutletFiller {
  readonly #options: FillerOptions;
  readonly #now: () => number;
  readonly #heardSince: number;
  readonly #loop: WorkLoop;
  readonly #hints = new Map<number, LateHints>();
  readonly #eventsAt = new Map<number, number>();
  #cleanAt = 0;

  constructor(options: FillerOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#heardSince = this.#now();
    this.#loop = new WorkLoop({
      run: () => this.#look(),
      failed: options.failed,
      permit: options.permit,
      again: [500, 1000, 2000, 5000],
    });
  }

  start(): void {
    this.#loop.wake();
  }

  /** Something was stored; how it is looked for stands in the database. */
  stored(batch: readonly Reading[], result: Pick<IngestResult, 'newest'>): void {
    if (this.#hints.size === 0) return;
    // What comes while another process fills them is looked for again, as after a start.
    if (this.#options.permit?.isHeld === false) {
      this.#hints.clear();
      return;
    }
    for (const hints of this.#hints.values()) hints.stored(batch, result);
    this.#loop.wake(undefined, gather);
  }

  /** Another process stored something: what it was is found by comparison. */
  storedElsewhere(): void {
    this.#loop.wake(undefined, gather);
  }

  /** Fills all that can be filled now. */
  async settle(): Promise<void> {
    this.#loop.wake();
    await this.#loop.settled();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #look(): Promise<number> {
    const { storage, failed } = this.#options;
    const all = await storage.db
      .selectFrom('outlets')
      .innerJoin('notify_hooks', 'notify_hooks.id', 'outlets.hook_id')
      .selectAll('outlets')
      .select('notify_hooks.body as hook')
      .where('outlets.deleted_at', 'is', null)
      .where('notify_hooks.deleted_at', 'is', null)
      .orderBy('outlets.id')
      .execute();
    const active = all.filter(({ body, hook }) => fromJson(body).enabled && fromJson(hook).enabled);
    const ids = new Set(active.map(({ id }) => id));
    for (const id of this.#hints.keys()) if (!ids.has(id)) this.#hints.delete(id);
    let isUnderWay = false;
    for (const { hook: _, ...outlet } of active) {
      if (outlet.stopped_at === null && (await isCompanyOff(storage.db, outlet.company_id))) continue;
      // What is wrong with one holds up no other, which may be another company's.
      try {
        isUnderWay = (await this.#fill(outlet)) || isUnderWay;
      } catch (error) {
        failed(error);
      }
    }
    if (this.#now() >= this.#cleanAt) await this.#clean();
    return isUnderWay ? outcomeEvery : lookEvery;
  }

  #hintsOf(id: number): LateHints {
    const known = this.#hints.get(id) ?? new LateHints();
    this.#hints.set(id, known);
    return known;
  }

  /** True while a batch of it is on its way. */
  async #fill(outlet: OutletRow): Promise<boolean> {
    const { storage, board, filled, faults } = this.#options;
    const body = fromJson(outlet.body);
    const sites = sitesOf(board, outlet.company_id, body);
    const isPolled = outlet.batch_id !== null && this.#now() < (this.#eventsAt.get(outlet.id) ?? 0);
    if (!isPolled) await this.#addEvents(outlet, new Set(sites.map(({ station }) => station.id)));
    if (outlet.stopped_at !== null) return false;
    if (outlet.batch_id !== null) {
      const outcome = await outcomeOf(storage.db, outlet.batch_id);
      if (!outcome.isOver) {
        if (!isPolled) this.#eventsAt.set(outlet.id, this.#now() + eventsEvery);
        return outcome.isTrying;
      }
      await this.#end(outlet, outlet.batch_id, outcome);
      if (!outcome.isAccepted) return false;
    }
    const hints = this.#hintsOf(outlet.id);
    try {
      const found: FoundReadings = body.readings
        ? await findReadings({ storage, outlet, sources: sourcesOf(sites, body), hints, now: this.#now() })
        : { readings: [], places: [], isFull: false, lostUntil: null };
      faults?.('outlet.found');
      const hasBatch = await storage.write((db) => this.#write(db, outlet, found));
      faults?.('outlet.filled');
      if (hasBatch) filled();
      return hasBatch;
    } catch (error) {
      hints.forget();
      throw error;
    }
  }

  async #addEvents(outlet: OutletRow, stations: ReadonlySet<number>): Promise<void> {
    const body = fromJson(outlet.body);
    const [now, heardSince] = [this.#now(), this.#heardSince];
    const look = (db: Db): EventLook => ({ db, outlet, body, stations, now, heardSince });
    const { write } = this.#options.storage;
    if (body.events.includes('alarm')) while (await write((db) => addAlarms(look(db))));
    await write(async (db) => {
      if (body.events.includes('link')) await addLinks(look(db));
      if (body.events.includes('plan')) await addPlans(look(db));
      await dropEvents(look(db));
    });
  }

  /** Writes what came of the batch that was under way. */
  #end({ id }: OutletRow, batchId: string, outcome: Awaited<ReturnType<typeof outcomeOf>>): Promise<void> {
    const { isAccepted, at, answer, readings, events } = outcome;
    return this.#options.storage.write(async (db) => {
      const moved = isAccepted
        ? {
            batch_id: null,
            sent_at: at,
            sent_readings: sql<number>`sent_readings + ${readings}`,
            sent_events: sql<number>`sent_events + ${events}`,
          }
        : { stopped_at: at ?? this.#now(), stop_answer: answer };
      await db
        .updateTable('outlets')
        .set(moved)
        .where('id', '=', id)
        .where('batch_id', '=', batchId)
        .execute();
      if (isAccepted)
        await db.updateTable('outlet_batches').set({ body: '' }).where('id', '=', batchId).execute();
    });
  }

  /** Writes a batch and how far it goes, in one transaction. Answers whether there is one. */
  async #write(db: Db, outlet: OutletRow, found: FoundReadings): Promise<boolean> {
    const now = this.#now();
    const still = await db
      .selectFrom('outlets')
      .select(['revision', 'batch_id', 'stopped_at', 'deleted_at', 'since_at'])
      .where('id', '=', outlet.id)
      .executeTakeFirst();
    // Somebody has changed it meanwhile: the next look is about what it is now.
    const isChanged =
      still === undefined ||
      still.deleted_at !== null ||
      still.stopped_at !== null ||
      still.revision !== outlet.revision ||
      still.since_at !== outlet.since_at ||
      (still.batch_id !== null && still.batch_id !== outlet.batch_id);
    if (isChanged) throw new Error(`outlet ${outlet.id} was changed while it was looked at`);
    for (const place of found.places)
      await db
        .insertInto('outlet_series')
        .values({ outlet_id: outlet.id, ...place })
        .onConflict((on) => on.columns(['outlet_id', 'row_id', 'source_id']).doUpdateSet(place))
        .execute();
    const events = await waitingEvents(db, outlet.id);
    const hasBatch = found.readings.length > 0 || events.length > 0;
    const moved = {
      ...(hasBatch ? {} : { behind_at: null }),
      ...(found.lostUntil === null ? {} : { lost_until: found.lostUntil }),
    };
    if (Object.keys(moved).length > 0)
      await db.updateTable('outlets').set(moved).where('id', '=', outlet.id).execute();
    if (!hasBatch) return false;
    const isFull = found.isFull || events.length === mostEvents;
    const content = { isTest: false, readings: found.readings, events: events.map(({ body }) => body) };
    const { batchId } = await addBatch(db, outlet, content, now);
    if (events.length > 0)
      await db
        .updateTable('outlet_events')
        .set({ batch_id: batchId })
        .where(
          'id',
          'in',
          events.map(({ id }) => id),
        )
        .execute();
    await db
      .updateTable('outlets')
      .set(({ fn, val }) => ({
        batch_id: batchId,
        behind_at: isFull ? fn.coalesce('behind_at', val(now)) : now,
      }))
      .where('id', '=', outlet.id)
      .execute();
    return true;
  }

  /** Old batches go, with their messages. */
  async #clean(): Promise<void> {
    const now = this.#now();
    this.#cleanAt = now + cleanEvery;
    await this.#options.storage.write(async (db) => {
      const old = db
        .selectFrom('messages')
        .select('id')
        .where('kind', '=', 'data')
        .where('done_at', '<', now - kept);
      const running = db.selectFrom('outlets').select('batch_id').where('batch_id', 'is not', null);
      await db
        .deleteFrom('outlet_batches')
        .where('message_id', 'in', old)
        .where('id', 'not in', running)
        .execute();
      await db
        .deleteFrom('messages')
        .where('kind', '=', 'data')
        .where('done_at', '<', now - kept)
        .where('id', 'not in', db.selectFrom('outlet_batches').select('message_id'))
        .execute();
    });
  }
}
