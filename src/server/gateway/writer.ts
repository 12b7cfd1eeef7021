import { type StorageFault, StorageProblem, toProblem } from '../storage/problem.ts';
import type { IngestResult, Reading, Storage } from '../storage/storage.ts';
import type { Log } from './log.ts';

export interface WriterOptions {
  readonly storage: Pick<Storage, 'readings'>;
  readonly log: Log;
  /** After each commit. */
  readonly stored: (batch: readonly Reading[], result: IngestResult) => void;
  /** A reading that storage refuses although it is healthy. */
  readonly refused: (reading: Reading, reason: string) => void;
  /** ms before a batch is tried again while storage is not healthy; doubles up to 30 s. */
  readonly retryDelay?: number;
}

/** Faults of a reading, not of the storage. */
const readingFaults: ReadonlySet<string> = new Set<StorageFault>(['failed', 'unknown-channel']);

/**
 * Stores batches. While storage is not healthy (disk full, read-only, database down) a batch is kept and tried
 * again, which slows the devices down; when a healthy storage refuses, the batch is halved until the reading at
 * fault stands alone, and that one is dropped and reported.
 */
export class Writer {
  readonly #options: WriterOptions;
  #isStopped = false;
  #wake: (() => void) | null = null;
  #stalled: StorageFault | null = null;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Why readings wait for the storage; null while they go through. */
  get stalled(): StorageFault | null {
    return this.#stalled;
  }

  /** Gives up retrying: what is not stored then is lost to us (devices resend). */
  stop(): void {
    this.#isStopped = true;
    this.#wake?.();
  }

  /** True when the batch is stored, but for what was refused and reported; false when a stop ended the trying. */
  async write(batch: readonly Reading[]): Promise<boolean> {
    const { storage, log, stored, retryDelay = 1000 } = this.#options;
    for (let attempt = 0; ; attempt++) {
      let result: IngestResult;
      try {
        result = await storage.readings.ingest(batch);
      } catch (error) {
        if (error instanceof StorageProblem && readingFaults.has(error.fault)) {
          return this.#part(batch, error);
        }
        if (this.#isStopped) {
          log.error({ error, rows: batch.length }, 'readings were not stored before the stop');
          return false;
        }
        this.#stalled = toProblem(error).fault;
        log.error({ error, rows: batch.length }, 'readings wait for storage');
        await this.#sleep(Math.min(30_000, retryDelay * 2 ** attempt));
        continue;
      }
      if (this.#stalled !== null) log.info({ rows: batch.length }, 'storage takes readings again');
      this.#stalled = null;
      stored(batch, result);
      return true;
    }
  }

  async #part(batch: readonly Reading[], error: StorageProblem): Promise<boolean> {
    const [only] = batch;
    if (batch.length <= 1) {
      if (only !== undefined) this.#options.refused(only, error.message);
      return true;
    }
    const half = Math.ceil(batch.length / 2);
    const first = await this.write(batch.slice(0, half));
    return (await this.write(batch.slice(half))) && first;
  }

  async #sleep(time: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, time);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
  }
}
