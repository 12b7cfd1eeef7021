/** Lets so many in at once; the others wait in the order in which they came. */
export class Gate {
  #inside = 0;
  #most = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(readonly places: number) {}

  /** The most that were ever inside at the same time. */
  get most(): number {
    return this.#most;
  }

  /** How many wait for a place. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Does the work when there is a place for it. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.places) this.#inside += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#most = Math.max(this.#most, this.#inside);
    try {
      return await work();
    } finally {
      // The place is handed on: were it given up first, a newcomer could take it besides the one who waited.
      const next = this.#waiting.shift();
      if (next === undefined) this.#inside -= 1;
      else next();
    }
  }
}
