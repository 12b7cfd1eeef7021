/** Words of 32 bits that sign an item: the first for its letters, the others for pairs of them, hashed. */
const pairWords = 8;
const words = 1 + pairWords;

const letterBit = (unit: number) => (unit >= 0x61 && unit <= 0x7a ? unit - 0x61 : 26 + (unit % 6));
const pairBit = (first: number, second: number) =>
  Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b) >>> 24;

/** Answers whether an item may have something. */
export type May = (item: number) => boolean;

/** Rules out at once most of the items that cannot have a run of units. */
export class Signatures {
  /** Word after word, each for all items. */
  readonly #bits: Uint32Array;

  constructor(readonly items: number) {
    this.#bits = new Uint32Array(items * words);
  }

  /** Notes that the item has `first`, and `second` (0 = nothing) after it. */
  add(item: number, first: number, second: number): void {
    const bits = this.#bits;
    bits[item] = (bits[item] ?? 0) | (1 << letterBit(first));
    if (second === 0) return;
    const bit = pairBit(first, second);
    const at = (1 + (bit >>> 5)) * this.items + item;
    bits[at] = (bits[at] ?? 0) | (1 << (bit & 31));
  }

  /** Asks for all units from `from` on, one after another. */
  asks(units: Uint16Array, from: number): May {
    const needs = new Uint32Array(words);
    for (let i = from; i < units.length; i += 1) {
      const unit = units[i] ?? 0;
      needs[0] = (needs[0] ?? 0) | (1 << letterBit(unit));
      if (i + 1 === units.length) break;
      const bit = pairBit(unit, units[i + 1] ?? 0);
      needs[1 + (bit >>> 5)] = (needs[1 + (bit >>> 5)] ?? 0) | (1 << (bit & 31));
    }
    const bits = this.#bits;
    const asked = [...needs.keys()].filter((word) => needs[word] !== 0).reverse();
    const places = Int32Array.from(asked, (word) => word * this.items);
    const wanted = Int32Array.from(asked, (word) => needs[word] ?? 0);
    return (item) => {
      for (let i = 0; i < places.length; i += 1) {
        const want = wanted[i] ?? 0;
        if (((bits[(places[i] ?? 0) + item] ?? 0) & want) !== want) return false;
      }
      return true;
    };
  }
}
