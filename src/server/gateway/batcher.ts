/** Collects readings into batches by time and size, one batch in flight, with back pressure. */
import type { Reading } from '../storage/storage.ts';

export interface BatcherOptions {
  /**
   * Stores a batch. It never rejects for a batch that can never be stored: it drops what is bad. False: it gave up, and
   * the batch is not stored.
   */
  readonly write: (batch: readonly Reading[]) => Promise<boolean>;
  /** ms that a reading waits at most for its batch. */
  readonly delay?: number;
  /** ms where somebody waits for the commit. */
  readonly hurry?: number;
  /** Readings that go at once, however short they have waited. */
  readonly enough?: number;
  /** Readings of one batch: the more of what waits it takes, the less each costs, and the longer others wait for it. */
  readonly maxRows?: number;
  /** Readings waiting above which senders are slowed down. */
  readonly highWater?: number;
}

export class Batcher {
  readonly #write: BatcherOptions['write'];
  readonly #delay: number;
  readonly #hurry: number;
  readonly #enough: number;
  readonly #maxRows: number;
  #isHurried = false;
  readonly #highWater: number;
  #queue: Reading[] = [];
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  /** Readings ever added, and those of them that are dealt with. */
  #added = 0;
  #written = 0;
  /** Who waits until so many are stored, in order. */
  #after: { readonly count: number; readonly then: () => void }[] = [];
  #room: { promise: Promise<void>; open: () => void } | null = null;

  constructor({
    write,
    delay = 50,
    hurry = 2,
    maxRows = 5000,
    enough = 2000,
    highWater = 10_000,
  }: BatcherOptions) {
    this.#write = write;
    this.#delay = delay;
    this.#hurry = Math.min(hurry, delay);
    this.#maxRows = maxRows;
    this.#enough = Math.min(enough, maxRows);
    this.#highWater = highWater;
  }

  /** Readings not yet stored, those in flight apart. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Adds readings; the promise, when there is one, settles when there is room again. */
  add(readings: readonly Reading[]): void | Promise<void> {
    for (const reading of readings) this.#queue.push(reading);
    this.#added += readings.length;
    if (this.#queue.length >= this.#enough) this.#run();
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

  /**
   * Calls once everything added before is stored; never where that was given up. Somebody waits for it, so the batch
   * goes soon: what others bring meanwhile shares its commit.
   */
  whenStored(then: () => void): void {
    if (this.#written === this.#added) {
      then();
      return;
    }
    this.#after.push({ count: this.#added, then });
    if (this.#running !== null || this.#isHurried) return;
    this.#isHurried = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), this.#hurry);
  }

  /** Resolves when everything added before is stored. */
  async drain(): Promise<void> {
    while (this.#queue.length > 0 || this.#running !== null) {
      this.#run();
      await this.#running;
    }
  }

  #stored(count: number): void {
    this.#written += count;
    let told = 0;
    for (const { count: wanted, then } of this.#after) {
      if (wanted > this.#written) break;
      told += 1;
      then();
    }
    this.#after = this.#after.slice(told);
  }

  #run(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isHurried = false;
    if (this.#running !== null || this.#queue.length === 0) return;
    this.#running = this.#work().finally(() => {
      this.#running = null;
      if (this.#queue.length === 0) return;
      const delay = this.#after.length > 0 ? this.#hurry : this.#delay;
      this.#timer ??= setTimeout(() => this.#run(), delay);
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
      if (await this.#write(batch)) this.#stored(batch.length);
    } while (this.#queue.length >= this.#enough);
  }
}
