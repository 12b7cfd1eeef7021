/** Work of several companies in one thread, piece by piece: each company that wants anything has the same part of it. */
import { setImmediate as turn } from 'node:timers/promises';

/** Work that is cut into pieces. */
export interface Piecework {
  /** Who it is done for: between companies turns are taken, and within one between what it has. */
  readonly company: string;
  readonly pieces: AsyncGenerator<void, void, void>;
  /** Called once: null = it is done, else what it threw. Not called for work that was cancelled. */
  readonly ended: (error: unknown) => void;
}

/** ms that one company works before the next one does; a piece that takes longer is not broken off. */
const turnTime = 10;

export class FairTurns {
  readonly #queues = new Map<string, Piecework[]>();
  readonly #ring: string[] = [];
  readonly #cancelled = new WeakSet<Piecework>();
  #goes = false;

  constructor(readonly time: number = turnTime) {}

  add(work: Piecework): void {
    const queue = this.#queues.get(work.company);
    if (queue !== undefined) queue.push(work);
    else {
      this.#queues.set(work.company, [work]);
      this.#ring.push(work.company);
    }
    if (!this.#goes) void this.#go();
  }

  /** Ends work after the piece that it is at. */
  cancel(work: Piecework): void {
    this.#cancelled.add(work);
  }

  async #go(): Promise<void> {
    this.#goes = true;
    for (let company = this.#ring.shift(); company !== undefined; company = this.#ring.shift()) {
      const queue = this.#queues.get(company) ?? [];
      const work = queue.shift();
      if (work !== undefined && (await this.#turn(work))) queue.push(work);
      if (queue.length > 0) this.#ring.push(company);
      else this.#queues.delete(company);
      // Messages are heard between two turns: new work, and what is cancelled.
      await turn();
    }
    this.#goes = false;
  }

  /** Some pieces of it; false once it is over. */
  async #turn(work: Piecework): Promise<boolean> {
    const until = performance.now() + this.time;
    try {
      do {
        if (this.#cancelled.has(work)) {
          await work.pieces.return();
          return false;
        }
        const { done } = await work.pieces.next();
        if (done) {
          work.ended(null);
          return false;
        }
      } while (performance.now() < until);
      return true;
    } catch (error) {
      work.ended(error);
      return false;
    }
  }
}
