import type { SearchItem } from './types.ts';

type Ask = (key: string) => number | undefined;
export interface Recent {
  /** Used ones, the most recent first. */
  readonly places: readonly number[];
  readonly has: Uint8Array;
  /** Turn of a used one among them. */
  order(place: number): number;
}

/** What was used when, asked once per function. */
export class Recency {
  readonly #known = new WeakMap<Ask, Recent>();
  readonly #none: Recent;

  constructor(
    readonly items: readonly SearchItem[],
    readonly order: Int32Array,
  ) {
    this.#none = { places: [], has: new Uint8Array(order.length), order: () => 0 };
  }

  of(ask: Ask | undefined): Recent {
    if (ask === undefined) return this.#none;
    const known = this.#known.get(ask);
    if (known !== undefined) return known;
    const has = new Uint8Array(this.order.length);
    const used: { place: number; at: number }[] = [];
    this.order.forEach((index, place) => {
      const at = ask(this.items[index]?.key ?? '');
      if (at === undefined) return;
      has[place] = 1;
      used.push({ place, at });
    });
    const places = used.sort((a, b) => a.at - b.at || a.place - b.place).map(({ place }) => place);
    const turns = new Map(places.map((place, turn) => [place, turn]));
    const recent = { places, has, order: (place: number) => turns.get(place) ?? 0 };
    this.#known.set(ask, recent);
    return recent;
  }
}
