/** Rolls days up in the background: soon after they end or change, a few at a time. */
import { steady } from '../../steady.ts';
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
  #timer: NodeJS.Timeout | null = null;
  #working: Promise<void> = Promise.resolve();
  #closed = false;

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
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer || this.#closed || this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#working = this.#tick().finally(() => {
        this.#timer = null;
        this.#schedule();
      });
    }, TICK);
    this.#timer.unref();
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

  async #tick(): Promise<void> {
    const until = steady() + TICK;
    while (!this.#closed && steady() < until) {
      const days = this.#take(AT_ONCE, steady());
      if (days.length === 0) return;
      try {
        await this.#seal(days.map(([, day]) => day));
      } catch {
        this.add(days.map(([, day]) => day));
        return;
      }
    }
  }

  /** Rolls up everything that waits (of one test, import or prune), now. Rejects as `seal` does. */
  async settle(): Promise<void> {
    await this.#working;
    for (;;) {
      const days = this.#take(AT_ONCE * 10, Number.POSITIVE_INFINITY);
      if (days.length === 0) return;
      await this.#seal(days.map(([, day]) => day));
    }
  }

  /** Stops; what waits is found again on the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#working.catch(() => {});
  }
}
