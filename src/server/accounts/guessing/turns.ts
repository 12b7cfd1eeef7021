import { Refusal } from '../../../base/errors.ts';

/** Work that shares a key is done one after the other, in the order of asking. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<void>>();
  readonly #inLine = new Map<string, number>();

  /** @param most that may be in line for one key, the one at work included */
  constructor(readonly most = Number.POSITIVE_INFINITY) {}

  /**
   * Does `work` when all earlier work of any of the keys is over.
   * @throws Refusal 429 when a line is full
   */
  async take<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    if (keys.some((key) => (this.#inLine.get(key) ?? 0) >= this.most)) throw new Refusal(429, 'api.tooMany');
    for (const key of keys) this.#inLine.set(key, (this.#inLine.get(key) ?? 0) + 1);
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
      for (const key of keys) {
        if (this.#last.get(key) === mine) this.#last.delete(key);
        const left = (this.#inLine.get(key) ?? 1) - 1;
        if (left === 0) this.#inLine.delete(key);
        else this.#inLine.set(key, left);
      }
      over();
    }
  }
}
