/** Rolls days up in the background: soon after they end or change, a few at a time. */
import { steady } from '../../steady.ts';
import { WorkLoop } from '../../work/loop.ts';
import type { SeriesKey } from '../readings/source.ts';

export interface DayKey {
  readonly key: SeriesKey;
  readonly day: number;
}
interface Waiting extends DayKey {
  due: number;
}

/** Backfills touch the same day again and again: it is rolled up when it has been quiet for this long, ms. */
const QUIET = 5_000;
const TICK = 250;
const AT_ONCE = 20;

export class Sealer {
  readonly #waiting = new Map<string, Waiting>();
  readonly #seal: (days: readonly DayKey[]) => Promise<void>;
  readonly #loop = new WorkLoop({ run: () => this.#work(), failed: () => {} });

  /** `seal` rolls up the days given in one transaction. What fails is tried again later. */
  constructor(seal: (days: readonly DayKey[]) => Promise<void>) {
    this.#seal = seal;
  }

  add(days: readonly DayKey[]): void {
    const now = steady();
    for (const { key, day } of days) {
      const id = `${key.row} ${key.sourceId} ${key.element} ${day}`;
      this.#waiting.delete(id);
      this.#waiting.set(id, { key, day, due: now + QUIET });
    }
    if (days.length > 0) this.#loop.wake(undefined, QUIET);
  }

  #take(count: number, due: number): [string, Waiting][] {
    const taken: [string, Waiting][] = [];
    for (const entry of this.#waiting) {
      if (taken.length >= count || entry[1].due > due) break;
      taken.push(entry);
    }
    for (const [id] of taken) this.#waiting.delete(id);
    return taken;
  }

  async #work(): Promise<number | null> {
    const until = steady() + TICK;
    while (!this.#loop.isStopped && steady() < until) {
      const days = this.#take(AT_ONCE, steady());
      if (days.length === 0) break;
      try {
        await this.#seal(days.map(([, day]) => day));
      } catch {
        this.add(days.map(([, day]) => day));
        break;
      }
    }
    for (const { due } of this.#waiting.values()) return Math.max(TICK, due - steady());
    return null;
  }

  /** Rolls up everything that waits (of one test, import or prune), now. Rejects as `seal` does. */
  async settle(): Promise<void> {
    await this.#loop.settled();
    for (;;) {
      const days = this.#take(AT_ONCE * 10, Number.POSITIVE_INFINITY);
      if (days.length === 0) return;
      await this.#seal(days.map(([, day]) => day));
    }
  }

  /** Stops; what waits is found again on the next start. */
  close(): Promise<void> {
    return this.#loop.stop();
  }
}
