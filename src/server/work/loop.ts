/** The one loop of background work (src/server/work/README.md). */
import { AsyncResource } from 'node:async_hooks';
import { steadyClock, type WorkClock } from './clock.ts';
import type { WorkPermit } from './permit.ts';

/** One run of a key, as it sees itself. */
export interface WorkTurn {
  /** The loop stops, or the key was dropped: what is left of the run is not wanted. */
  readonly isOver: boolean;
  /** A time has come, be it that of a retry; false = the key was woken, and nothing else. */
  readonly isTimed: boolean;
}

export interface WorkOptions<K> {
  /** Answers in how many ms it is to be done again; null or nothing = when it is woken. */
  readonly run: (key: K, turn: WorkTurn) => Promise<number | null> | Promise<void>;
  readonly failed: (error: unknown, key: K) => void;
  /** ms before a run that failed is done again: after the first failure, the second, …; the last of them for all others. */
  readonly again?: readonly number[];
  /** Which of those that are due begins; null = none for now. Without it each begins at once. */
  readonly next?: (due: ReadonlySet<K>, running: readonly K[]) => K | null;
  readonly clock?: WorkClock;
  /** Nothing begins without it; what is woken meanwhile waits. Left out: the work is each process's own. */
  readonly permit?: WorkPermit | undefined;
  /** Goes round each run: what the run writes stands under its own conditions. */
  readonly within?: ((key: K, work: () => Promise<void>) => Promise<void>) | undefined;
}

interface Entry {
  /** Null = it does not run. */
  turn: { isOver: boolean; readonly isTimed: boolean } | null;
  isWanted: boolean;
  isTimed: boolean;
  /** When it is to run; infinite = no time is set. */
  at: number;
  forget: () => void;
  failures: number;
  /** It has failed, and waits for its retry: no wake shortens that. */
  isHeld: boolean;
}

/** The longest time that a timer is set for, ms: a clock that is set forward is noticed by then. */
const longestTimer = 60_000;

export class WorkLoop<K = void> {
  readonly #options: WorkOptions<K>;
  readonly #clock: WorkClock;
  readonly #entries = new Map<K, Entry>();
  readonly #due = new Set<K>();
  readonly #running = new Map<K, Promise<void>>();
  /** Runs begin here: whoever wakes a key has nothing to do with the conditions under which it runs. */
  readonly #outside = new AsyncResource('WorkLoop');
  #stopped = false;

  constructor(options: WorkOptions<K>) {
    this.#options = options;
    this.#clock = options.clock ?? steadyClock;
    options.permit?.onHeld(() => this.#begin());
    options.permit?.onLost(() => {
      for (const entry of this.#entries.values())
        if (entry.turn !== null) {
          entry.turn.isOver = true;
          // What was left undone is done by this process, should it have the permit again.
          entry.isWanted = true;
        }
    });
  }

  /** The key runs now (once more, where it runs already), or in so many ms: of such times the earliest stands until it has come. */
  wake(key: K, after = 0): void {
    if (this.#stopped) return;
    const entry = this.#entryOf(key);
    if (entry.isHeld) return;
    if (after > 0) this.#plan(key, entry, this.#clock.now() + after);
    else this.#want(key, entry);
  }

  /** Forgets a key: what it waits for, and that it failed. A run under way learns of it. */
  drop(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#unplan(entry);
    Object.assign(entry, { isWanted: false, isTimed: false, isHeld: false, failures: 0 });
    this.#due.delete(key);
    if (entry.turn === null) this.#entries.delete(key);
    else entry.turn.isOver = true;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Resolves when nothing runs. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  /** Nothing begins from now on; resolves when what runs has ended. */
  stop(): Promise<void> {
    this.#stopped = true;
    for (const key of [...this.#entries.keys()]) this.drop(key);
    return this.settled();
  }

  #entryOf(key: K): Entry {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const entry = {
      turn: null,
      isWanted: false,
      isTimed: false,
      at: Number.POSITIVE_INFINITY,
      forget: () => {},
      failures: 0,
      isHeld: false,
    };
    this.#entries.set(key, entry);
    return entry;
  }

  #unplan(entry: Entry): void {
    entry.forget();
    entry.at = Number.POSITIVE_INFINITY;
  }

  #plan(key: K, entry: Entry, at: number): void {
    if (entry.at <= at) return;
    entry.forget();
    entry.at = at;
    const { now, after } = this.#clock;
    const arm = () => {
      entry.forget = after(Math.min(longestTimer, Math.max(0, at - now())), () => {
        if (now() < at) return arm();
        entry.at = Number.POSITIVE_INFINITY;
        entry.isHeld = false;
        entry.isTimed = true;
        this.#want(key, entry);
      });
    };
    arm();
  }

  #want(key: K, entry: Entry): void {
    entry.isWanted = true;
    if (entry.turn !== null) return;
    this.#due.add(key);
    this.#begin();
  }

  #begin(): void {
    for (;;) {
      const key = this.#next();
      const entry = key === null ? undefined : this.#entries.get(key);
      if (key === null || entry === undefined) return;
      this.#due.delete(key);
      const turn = { isOver: false, isTimed: entry.isTimed };
      Object.assign(entry, { turn, isWanted: false, isTimed: false });
      // It holds its place before it begins: what it wakes at once is counted with it.
      this.#running.set(key, Promise.resolve());
      const begun = this.#outside.runInAsyncScope(() => this.#run(key, entry, turn));
      this.#running.set(key, begun);
    }
  }

  #next(): K | null {
    const { next, permit } = this.#options;
    if (permit?.isHeld === false) return null;
    if (next !== undefined) return next(this.#due, [...this.#running.keys()]);
    for (const key of this.#due) return key;
    return null;
  }

  /** The run itself, under the conditions that are set for it. */
  async #perform(key: K, turn: WorkTurn): Promise<number | null> {
    const { run, permit, within } = this.#options;
    let next: number | null = null;
    const perform = async () => {
      next = (await run(key, turn)) ?? null;
    };
    if (permit !== undefined) await permit.within(perform);
    else if (within !== undefined) await within(key, perform);
    else await perform();
    return next;
  }

  async #run(key: K, entry: Entry, turn: WorkTurn): Promise<void> {
    const { failed, permit, again = [] } = this.#options;
    let next: number | null = null;
    try {
      next = await this.#perform(key, turn);
      if (!turn.isOver) entry.failures = 0;
    } catch (error) {
      // That it lost its permit in the middle is no failure.
      if (!turn.isOver || permit?.isHeld !== false) failed(error, key);
      if (!turn.isOver) {
        next = again[Math.min(entry.failures, again.length - 1)] ?? null;
        entry.failures += 1;
        entry.isHeld = next !== null;
      }
    }
    entry.turn = null;
    this.#running.delete(key);
    if (this.#stopped) return;
    if (entry.isHeld) {
      // The retry stands for all that was asked before it.
      this.#unplan(entry);
      Object.assign(entry, { isWanted: false, isTimed: false });
    }
    if (next !== null && !turn.isOver) this.#plan(key, entry, this.#clock.now() + next);
    if (entry.isWanted) this.#due.add(key);
    else if (entry.at === Number.POSITIVE_INFINITY) this.#entries.delete(key);
    this.#begin();
  }
}
