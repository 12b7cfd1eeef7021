/** Removes files that nothing refers to. */
import type { Mutex } from '../storage/mutex.ts';
import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import type { Shelf } from './shelf.ts';

/** ms between two looks. */
const every = 3_600_000;
/** How long a file stays that nothing refers to: somebody may still be writing, and a backup may be under way. */
export const unusedKept = 24 * 3_600_000;
const together = 100;

interface SweepOptions {
  readonly storage: Storage;
  readonly shelf: Shelf;
  /** Held while files and rows are made to agree. */
  readonly lock: Mutex;
  readonly failed: (error: unknown) => void;
  readonly now: () => number;
}

export class UploadSweep {
  readonly #options: SweepOptions;
  readonly #loop: WorkLoop;

  constructor(options: SweepOptions) {
    this.#options = options;
    const run = async () => {
      await this.sweep();
      return every;
    };
    this.#loop = new WorkLoop({ run, failed: options.failed, again: [60_000, every] });
  }

  /** What was being written when the process ended is thrown away. */
  start(): void {
    this.#options.shelf.prepare();
    this.#loop.wake();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Notes what nothing refers to, and removes what has been so for a day; then files that no row names. */
  async sweep(): Promise<void> {
    const { storage, shelf, lock, now } = this.#options;
    await storage.write(async (db) => {
      await db
        .updateTable('uploads')
        .set({ unused_since: now() })
        .where('unused_since', 'is', null)
        .where('id', 'not in', (eb) => eb.selectFrom('upload_refs').select('upload_id'))
        .execute();
    });
    while (!this.#loop.isStopped && (await lock.run(() => this.#removeSome())) === together);
    for await (const sha256 of shelf.writtenBefore(now() - unusedKept)) {
      if (this.#loop.isStopped) return;
      await lock.run(() => this.#removeFile(sha256));
    }
  }

  /** Answers how many rows were removed. */
  async #removeSome(): Promise<number> {
    const { storage, now } = this.#options;
    const rows = await storage.write(async (db) => {
      const old = await db
        .selectFrom('uploads')
        .select('id')
        .where('unused_since', '<', now() - unusedKept)
        // What was hung on something since is in use again.
        .where('id', 'not in', (eb) => eb.selectFrom('upload_refs').select('upload_id'))
        .limit(together)
        .execute();
      if (old.length === 0) return [];
      return db
        .deleteFrom('uploads')
        .where(
          'id',
          'in',
          old.map(({ id }) => id),
        )
        .returning('sha256')
        .execute();
    });
    for (const { sha256 } of rows) await this.#removeFile(sha256);
    return rows.length;
  }

  async #removeFile(sha256: string): Promise<void> {
    const { storage, shelf } = this.#options;
    const row = await storage.db
      .selectFrom('uploads')
      .select('id')
      .where('sha256', '=', sha256)
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) await shelf.remove(sha256);
  }
}
