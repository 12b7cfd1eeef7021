/** The little curve of a list row: the last value of each of the last 24 hours. */
const hour = 3_600_000;
export const sparkPoints = 24;

export class Spark {
  /** By hour number; at most as many as are shown. */
  readonly #values = new Map<number, { readonly t: number; readonly value: number }>();

  /** Takes in a value; the newest of an hour stands for it. */
  add(t: number, value: number): void {
    const at = Math.floor(t / hour);
    const known = this.#values.get(at);
    if (known === undefined || known.t <= t) this.#values.set(at, { t, value });
    for (const key of this.#values.keys()) if (key <= at - 2 * sparkPoints) this.#values.delete(key);
  }

  /** 24 values up to the hour of `now`, oldest first; null where an hour had none. */
  points(now: number): (number | null)[] {
    const last = Math.floor(now / hour);
    return Array.from({ length: sparkPoints }, (_, index) => {
      return this.#values.get(last - sparkPoints + 1 + index)?.value ?? null;
    });
  }
}
