import { setImmediate as turn } from 'node:timers/promises';

interface Planned {
  readonly id: number;
  at: number;
  readonly work: () => void;
  /** ms; null = once. */
  readonly every: number | null;
}

/** The longest that timers of Node wait, ms; longer ones fire at once there, and here. */
const longest = 2_147_483_647;

/** Planned work by its time, what was planned first first: a binary heap. */
class Heap {
  readonly #items: Planned[] = [];
  get first(): Planned | undefined {
    return this.#items[0];
  }
  add(item: Planned): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = items[up];
      if (parent === undefined || !before(item, parent)) break;
      items[at] = parent;
      at = up;
    }
    items[at] = item;
  }
  take(): void {
    const items = this.#items;
    const last = items.pop();
    if (last === undefined || items.length === 0) return;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      const right = items[down + 1];
      let child = items[down];
      if (child === undefined) break;
      if (right !== undefined && before(right, child)) {
        child = right;
        down += 1;
      }
      if (!before(child, last)) break;
      items[at] = child;
      at = down;
    }
    items[at] = last;
  }
}
const before = (a: Planned, b: Planned) => a.at < b.at || (a.at === b.at && a.id < b.id);

/**
 * The clock of a process of its own: `Date.now`, `performance.now` and all timers go by it. It stands while anything
 * works, and leaps to the next timer when nothing does; so the real code runs as it is, and days pass in seconds.
 */
export class VirtualClock {
  #now: number;
  readonly #began: number;
  #last = 0;
  readonly #heap = new Heap();
  readonly #live = new Map<number, Planned>();

  constructor(now: number) {
    this.#now = now;
    this.#began = now;
  }

  get now(): number {
    return this.#now;
  }

  /** Takes the place of the clocks and timers of this process, for good. */
  install(): void {
    const plan = (work: (...args: unknown[]) => void, ms: unknown, args: unknown[], repeats: boolean) => {
      const wanted = typeof ms === 'number' && ms >= 1 && ms <= longest ? ms : 1;
      return this.#plan(() => work(...args), wanted, repeats);
    };
    const forget = (timer: unknown) => {
      const id = typeof timer === 'object' && timer !== null && 'id' in timer ? timer.id : timer;
      if (typeof id === 'number') this.#live.delete(id);
    };
    Object.assign(globalThis, {
      setTimeout: (work: () => void, ms?: number, ...args: unknown[]) => plan(work, ms, args, false),
      setInterval: (work: () => void, ms?: number, ...args: unknown[]) => plan(work, ms, args, true),
      clearTimeout: forget,
      clearInterval: forget,
    });
    Date.now = () => this.#now;
    performance.now = () => this.#now - this.#began;
  }

  #plan(work: () => void, ms: number, repeats: boolean) {
    const planned: Planned = { id: ++this.#last, at: this.#now + ms, work, every: repeats ? ms : null };
    this.#live.set(planned.id, planned);
    this.#heap.add(planned);
    const { id } = planned;
    const timer = { id, ref: () => timer, unref: () => timer, hasRef: () => true };
    return timer;
  }

  /** Forgets all that is planned. */
  clear(): void {
    this.#live.clear();
  }

  /** Lets time pass until it is over, or until a moment; looks at each moment at which something was done. */
  async run(isOver: () => boolean | Promise<boolean>, until: number): Promise<void> {
    for (;;) {
      // All that needs no time is done first: promises, and writes to the embedded database.
      await turn();
      if (await isOver()) return;
      let next = this.#heap.first;
      while (next !== undefined && !this.#live.has(next.id)) {
        this.#heap.take();
        next = this.#heap.first;
      }
      if (next === undefined || next.at > until) {
        this.#now = until;
        return;
      }
      this.#heap.take();
      this.#now = Math.max(this.#now, next.at);
      if (next.every === null) this.#live.delete(next.id);
      else this.#heap.add(Object.assign(next, { at: next.at + next.every }));
      next.work();
    }
  }
}
