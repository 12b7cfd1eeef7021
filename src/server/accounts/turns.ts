/** Work that shares a key is done one after the other, in the order of asking. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Does `work` when all earlier work of any of the keys is over. */
  async take<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = keys.map((key) => this.#last.get(key));
    let over = () => {};
    const mine = new Promise<void>((resolve) => {
      over = resolve;
    });
    for (const key of keys) this.#last.set(key, mine);
    try {
      await Promise.all(before);
      return await work();
    } finally {
      for (const key of keys) if (this.#last.get(key) === mine) this.#last.delete(key);
      over();
    }
  }
}
