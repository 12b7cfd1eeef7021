/** Collects readings into batches by time and size, one batch in flight, with back pressure. */
import type { Reading } from '../storage/storage.ts';

export interface BatcherOptions {
  /** Stores a batch. It never rejects for a batch that can never be stored: it drops what is bad. */
  readonly write: (batch: readonly Reading[]) => Promise<void>;
  /** ms that a reading waits at most for its batch. */
  readonly delay?: number;
  readonly maxRows?: number;
  /** Readings waiting above which senders are slowed down. */
  readonly highWater?: number;
}

export class Batcher {
  readonly #write: BatcherOptions['write'];
  readonly #delay: number;
  readonly #maxRows: number;
  readonly #highWater: number;
  #queue: Reading[] = [];
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #room: { promise: Promise<void>; open: () => void } | null = null;

  constructor({ write, delay = 50, maxRows = 2000, highWater = 10_000 }: BatcherOptions) {
    this.#write = write;
    this.#delay = delay;
    this.#maxRows = maxRows;
    this.#highWater = highWater;
  }

  /** Readings not yet stored, those in flight apart. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Adds readings; the promise, when there is one, settles when there is room again. */
  add(readings: readonly Reading[]): void | Promise<void> {
    for (const reading of readings) this.#queue.push(reading);
    if (this.#queue.length >= this.#maxRows) this.#run();
    else this.#timer ??= setTimeout(() => this.#run(), this.#delay);
    if (this.#queue.length < this.#highWater) return;
    if (this.#room === null) {
      let open = () => {};
      const promise = new Promise<void>((resolve) => {
        open = resolve;
      });
      this.#room = { promise, open };
    }
    return this.#room.promise;
  }

  /** Resolves when everything added before is stored. */
  async drain(): Promise<void> {
    while (this.#queue.length > 0 || this.#running !== null) {
      this.#run();
      await this.#running;
    }
  }

  #run(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#running !== null || this.#queue.length === 0) return;
    this.#running = this.#work().finally(() => {
      this.#running = null;
      if (this.#queue.length > 0) this.#timer ??= setTimeout(() => this.#run(), this.#delay);
    });
  }

  async #work(): Promise<void> {
    do {
      const batch = this.#queue.length <= this.#maxRows ? this.#queue : this.#queue.slice(0, this.#maxRows);
      this.#queue = batch.length === this.#queue.length ? [] : this.#queue.slice(batch.length);
      if (this.#room !== null && this.#queue.length < this.#highWater / 2) {
        this.#room.open();
        this.#room = null;
      }
      await this.#write(batch);
    } while (this.#queue.length >= this.#maxRows);
  }
}
