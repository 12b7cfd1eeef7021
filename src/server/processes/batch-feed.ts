/** What other processes stored, as they stored it: for consoles that are here, and for evaluation where it is done here. */
import { sql } from 'kysely';
import { steady } from '../steady.ts';
import { batchOf } from '../storage/postgres/batches.ts';
import type { SharedStorage } from '../storage/shared.ts';
import type { IngestResult, Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import { databaseNow } from './life.ts';

/** ms between looks, where no word of a commit comes. */
const lookEvery = 1000;
/** Read at once. */
const page = 200;
/** Batches are kept so long, ms. */
const kept = 120_000;
/** ms between two cuts. */
const cutEvery = 20_000;

export interface BatchFeedOptions {
  readonly storage: Storage;
  readonly shared: SharedStorage;
  /** A batch that another process stored, in the order of the commits. */
  readonly stored: (result: IngestResult) => void;
  /** Batches are gone that were not read: everything that follows readings is to be read anew. */
  readonly lost: () => void;
  readonly failed: (error: unknown) => void;
  readonly clock?: () => number;
}

export class BatchFeed {
  readonly #options: BatchFeedOptions;
  readonly #clock: () => number;
  readonly #loop: WorkLoop;
  #last = 0;
  #readAt = 0;
  #cutAt = 0;
  #forget: () => void = () => {};

  constructor(options: BatchFeedOptions) {
    this.#options = options;
    this.#clock = options.clock ?? steady;
    this.#loop = new WorkLoop({ run: () => this.#read(), failed: options.failed, again: [500, 1000, 2000] });
  }

  /** Begins behind the newest batch: call it before what it holds is read. */
  async start(): Promise<void> {
    const row = await this.#options.storage.db
      .selectFrom('stored_batches')
      .select(({ fn }) => fn.max<number>('id').as('id'))
      .executeTakeFirst();
    this.#last = Number(row?.id ?? 0);
    this.#readAt = this.#clock();
    this.#forget = this.#options.shared.onCommit(() => this.#loop.wake());
    this.#loop.wake(undefined, lookEvery);
  }

  stop(): Promise<void> {
    this.#forget();
    return this.#loop.stop();
  }

  async #read(): Promise<number> {
    const { storage, shared, stored, lost } = this.#options;
    const now = this.#clock();
    for (;;) {
      const rows = await storage.db
        .selectFrom('stored_batches')
        .select(['id'])
        // Its own it knows: their text, which is most of what is read, stays where it is.
        .select(sql<string | null>`CASE WHEN origin = ${shared.processId} THEN NULL ELSE body END`.as('body'))
        .where('id', '>', this.#last)
        .orderBy('id')
        .limit(page)
        .execute();
      for (const { id, body } of rows) {
        this.#last = Number(id);
        if (body !== null) stored(batchOf(body));
      }
      if (rows.length < page) break;
    }
    // It slept, or did not reach the database, for longer than batches are kept.
    if (now - this.#readAt > kept / 2) lost();
    this.#readAt = now;
    if (now - this.#cutAt > cutEvery) await this.#cut(now);
    return lookEvery;
  }

  async #cut(now: number): Promise<void> {
    this.#cutAt = now;
    await this.#options.shared.aside((db) =>
      db
        .deleteFrom('stored_batches')
        .where('at', '<', sql<number>`${databaseNow} - ${sql.lit(kept)}`)
        .execute(),
    );
  }
}
