import type { Sample } from '../sample.ts';

/** Samples of one owner collected at one moment: what is sent together. */
export interface Collected {
  /** Slot of the sensor, −1 for the RTU. */
  readonly slot: number;
  /** Moment of collection. */
  readonly t: number;
  readonly samples: readonly Sample[];
  sent: boolean;
}

/** Samples that an RTU keeps of each owner (src/catalogue/README.md#contacts). */
export const kept = 200;

/** The RTU's flash: the last samples of each owner, oldest first, sent or not. */
export class SampleStore {
  readonly #slots = new Map<number, Collected[]>();
  readonly #limit: number;

  constructor(limit = kept) {
    this.#limit = limit;
  }

  add(slot: number, t: number, samples: readonly Sample[]): Collected {
    const own = this.#slots.get(slot) ?? [];
    this.#slots.set(slot, own);
    const collected = { slot, t, samples, sent: false };
    own.push(collected);
    if (own.length > this.#limit) own.shift();
    return collected;
  }

  /** Nothing of what was sent is sure to have arrived: all of it is to be sent again. */
  doubt(): void {
    for (const own of this.#slots.values()) for (const collected of own) collected.sent = false;
  }

  clear(): void {
    this.#slots.clear();
  }

  /** What is to be sent, in time order over all owners. */
  unsent(): Collected[] {
    return [...this.#slots.values()]
      .flat()
      .filter(({ sent }) => !sent)
      .sort((a, b) => a.t - b.t);
  }

  /** Everything kept, in time order. */
  all(): Collected[] {
    return [...this.#slots.values()].flat().sort((a, b) => a.t - b.t);
  }
}
