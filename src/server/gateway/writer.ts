import type { IngestResult, Reading, Storage } from '../storage/storage.ts';
import type { Log } from './log.ts';

export interface WriterOptions {
  readonly storage: Pick<Storage, 'readings' | 'health'>;
  /** Fills derived channels, in the order given. */
  readonly complete: (readings: readonly Reading[]) => Promise<readonly Reading[]>;
  readonly log: Log;
  /** After each commit. */
  readonly stored: (batch: readonly Reading[], result: IngestResult) => void;
  /** A reading that storage refuses although it is healthy. */
  readonly refused: (reading: Reading, reason: string) => void;
  /** ms before a batch is tried again while storage is not healthy; doubles up to 30 s. */
  readonly retryDelay?: number;
}

/**
 * Stores batches. While storage is not healthy (disk full, read-only, database down) a batch is kept and tried
 * again, which slows the devices down; when storage is healthy and refuses, the batch is halved until the reading
 * at fault stands alone, and that one is dropped and told.
 */
export class Writer {
  readonly #options: WriterOptions;
  #stopped = false;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Gives up retrying: what is not stored then is lost to us (devices resend). */
  stop(): void {
    this.#stopped = true;
  }

  async write(batch: readonly Reading[]): Promise<void> {
    let completed = batch;
    try {
      completed = await this.#options.complete(batch);
    } catch (error) {
      this.#options.log.error({ error }, 'derived channels were not filled');
    }
    await this.#store(completed);
  }

  async #store(batch: readonly Reading[]): Promise<void> {
    const { storage, log, stored, refused, retryDelay = 1000 } = this.#options;
    for (let attempt = 0; !this.#stopped; attempt++) {
      try {
        stored(batch, await storage.readings.ingest(batch));
        return;
      } catch (error) {
        const health = await storage.health().catch(() => ({ problem: 'unreachable' }));
        if (health.problem === null) {
          const [only] = batch;
          if (batch.length <= 1) {
            if (only !== undefined) refused(only, error instanceof Error ? error.message : String(error));
            return;
          }
          const half = Math.ceil(batch.length / 2);
          await this.#store(batch.slice(0, half));
          await this.#store(batch.slice(half));
          return;
        }
        log.error({ error, problem: health.problem, rows: batch.length }, 'readings wait for storage');
        await new Promise((resolve) => setTimeout(resolve, Math.min(30_000, retryDelay * 2 ** attempt)));
      }
    }
  }
}
