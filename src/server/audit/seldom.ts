import { keepNewest } from '../keep-newest.ts';

/** Decides what may be recorded again: an action that is repeated at will must not fill the disk. */
export class Seldom {
  readonly #reported = new Map<string, number>();

  constructor(
    readonly every = 60_000,
    readonly now: () => number = Date.now,
  ) {}

  /** True for the first of a key, and again when the time is over. */
  first(key: string): boolean {
    const at = this.now();
    const last = this.#reported.get(key);
    // A last time in the future: the clock was set back.
    if (last !== undefined && at >= last && at - last < this.every) return false;
    this.#reported.delete(key);
    this.#reported.set(key, at);
    keepNewest(this.#reported, 10_000);
    return true;
  }
}
