import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { keepNewest } from '../keep-newest.ts';
import { steady } from '../steady.ts';

const kept = 5000;

/** Calls by address and window. The library's own counts on by the clock, and not at all when it is set back. */
export class RateStore implements FastifyRateLimitStore {
  readonly #windows = new Map<string, { began: number; count: number }>();

  incr(
    key: string,
    reported: (error: Error | null, result?: { current: number; ttl: number }) => void,
    timeWindow: number,
  ): void {
    const now = steady();
    const known = this.#windows.get(key);
    const own = known === undefined || now - known.began >= timeWindow ? { began: now, count: 0 } : known;
    own.count += 1;
    this.#windows.delete(key);
    this.#windows.set(key, own);
    keepNewest(this.#windows, kept);
    reported(null, { current: own.count, ttl: Math.ceil(timeWindow - (now - own.began)) });
  }

  /** Each call of the contract counts for itself. */
  child(): FastifyRateLimitStore {
    return new RateStore();
  }
}
