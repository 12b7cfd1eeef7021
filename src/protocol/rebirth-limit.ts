/** How rebirth requests to one node are limited (src/protocol/README.md#session-rules). Pure. */
import type { NodeProblem } from './node-events.ts';

export interface RebirthOptions {
  /** Shortest time between two requests, ms. */
  readonly interval: number;
  /** Longest, after doubling, ms. */
  readonly maxInterval: number;
  /** The first request waits a random part of this, ms, so that a fleet is not asked all at once. */
  readonly firstDelay: number;
  /** 0 ≤ random() < 1. */
  readonly random: () => number;
}

export const rebirthDefaults: RebirthOptions = {
  interval: 60_000,
  maxInterval: 3_600_000,
  firstDelay: 0,
  random: Math.random,
};

export class RebirthLimit {
  #options: RebirthOptions;
  #interval: number;
  #lastAt: number | null = null;
  #dueAt: number | null = null;
  #reason: NodeProblem = 'notBorn';

  constructor(options: RebirthOptions) {
    this.#options = options;
    this.#interval = options.interval;
  }

  /** When the wanted request may be sent; null when none is wanted. */
  get dueAt(): number | null {
    return this.#dueAt;
  }

  /** A rebirth is wanted: plans a request unless one is planned. */
  want(reason: NodeProblem, now: number): void {
    if (this.#dueAt !== null) return;
    const { random, firstDelay, interval } = this.#options;
    this.#reason = reason;
    if (this.#lastAt === null) {
      this.#dueAt = now + random() * firstDelay;
      return;
    }
    if (now - this.#lastAt > 4 * this.#interval) this.#interval = interval;
    this.#dueAt = Math.max(now, this.#lastAt + this.#interval * (1 + 0.2 * random()));
  }

  /** Reason of the request to send now, or null. Sending doubles the wait before the next. */
  take(now: number): NodeProblem | null {
    if (this.#dueAt === null || now < this.#dueAt) return null;
    if (this.#lastAt !== null) this.#interval = Math.min(this.#interval * 2, this.#options.maxInterval);
    this.#lastAt = now;
    this.#dueAt = null;
    return this.#reason;
  }

  /** A birth came: nothing is wanted any more. The wait stays grown while requests keep following each other. */
  answered(): void {
    this.#dueAt = null;
  }
}
