import { anyStart, type Forms } from './forms.ts';
import { findInside, findScattered, findSlip, rankAt, slipAt } from './match.ts';
import type { Token } from './query.ts';

const side = 64;
/** Small class of a unit: letters and digits have their own, all others share what is left. */
function classOf(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return unit - 0x60;
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30 + 27;
  return unit === 0 ? 0 : 37 + (unit % 27);
}
const ownClasses = 37;

/** Words of 32 bits that sign an item: which pairs of units it has, hashed. */
const signatureWords = 8;
const bitOf = (first: number, second: number) =>
  ((Math.imul(first, 0x9e37) + Math.imul(second, 0x85eb)) >>> 7) & (signatureWords * 32 - 1);

/**
 * The forms of all items, item after item, with two ways in: every start of a word by its first two units, and a
 * signature of each item that rules most items out at once.
 */
export class Layer {
  readonly #units: Uint16Array;
  readonly #marks: Uint8Array;
  /** Starts of words by class of their first two units; a bucket ends where the next begins. */
  readonly #buckets = new Int32Array(side * side + 1);
  readonly #positions: Int32Array;
  readonly #owners: Int32Array;
  readonly #signatures: Uint32Array;

  /** `starts` = where each item's forms begin, and the end. */
  constructor(
    forms: Forms,
    readonly starts: Int32Array,
  ) {
    const units = forms.units.slice(0, forms.length);
    const marks = forms.marks.slice(0, forms.length);
    this.#units = units;
    this.#marks = marks;
    const buckets = this.#buckets;
    const bucketAt = (at: number) => classOf(units[at] ?? 0) * side + classOf(units[at + 1] ?? 0);
    for (let at = 0; at < units.length; at += 1)
      if (((marks[at] ?? 0) & anyStart) !== 0) {
        const bucket = bucketAt(at) + 1;
        buckets[bucket] = (buckets[bucket] ?? 0) + 1;
      }
    for (let bucket = 1; bucket < buckets.length; bucket += 1)
      buckets[bucket] = (buckets[bucket] ?? 0) + (buckets[bucket - 1] ?? 0);
    const count = buckets.at(-1) ?? 0;
    const next = buckets.slice();
    this.#positions = new Int32Array(count);
    this.#owners = new Int32Array(count);
    const items = starts.length - 1;
    this.#signatures = new Uint32Array(items * signatureWords);
    for (let item = 0; item < items; item += 1) {
      const end = starts[item + 1] ?? 0;
      for (let at = starts[item] ?? 0; at < end; at += 1) {
        const unit = units[at] ?? 0;
        if (unit === 0) continue;
        this.#sign(item, bitOf(0, unit));
        const follower = units[at + 1] ?? 0;
        if (follower !== 0) this.#sign(item, bitOf(unit, follower));
        if (((marks[at] ?? 0) & anyStart) === 0) continue;
        const bucket = bucketAt(at);
        const place = next[bucket] ?? 0;
        next[bucket] = place + 1;
        this.#positions[place] = at;
        this.#owners[place] = item;
      }
    }
  }

  #sign(item: number, bit: number): void {
    const word = item * signatureWords + (bit >>> 5);
    this.#signatures[word] = (this.#signatures[word] ?? 0) | (1 << (bit & 31));
  }

  get #text() {
    return { units: this.#units, marks: this.#marks };
  }

  /** Notes in `best` the rank of each item that has the token at a start, where that is better than what stands. */
  rankStarts({ units }: Token, best: Uint8Array): void {
    const first = classOf(units[0] ?? 0);
    const second = classOf(units[1] ?? 0);
    const single = units.length === 1;
    const from = this.#buckets[first * side + (single ? 0 : second)] ?? 0;
    const to = this.#buckets[single ? (first + 1) * side : first * side + second + 1] ?? 0;
    const known = first >= ownClasses ? 0 : single || second >= ownClasses ? 1 : 2;
    const text = this.#text;
    for (let place = from; place < to; place += 1) {
      const owner = this.#owners[place] ?? 0;
      const now = best[owner] ?? 0;
      if (now === 1) continue;
      const rank = rankAt(text, this.#positions[place] ?? 0, units, known);
      if (rank !== 0 && (now === 0 || rank < now)) best[owner] = rank;
    }
  }

  /** True when the item may have all pairs of the units from `first` on. */
  #maySpell(item: number, units: Uint16Array, first: number): boolean {
    const base = item * signatureWords;
    for (let i = first; i < units.length; i += 1) {
      const last = i + 1 === units.length;
      if (last && i > first) break;
      const bit = last ? bitOf(0, units[i] ?? 0) : bitOf(units[i] ?? 0, units[i + 1] ?? 0);
      if (((this.#signatures[base + (bit >>> 5)] ?? 0) & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }

  inside(item: number, token: Token): boolean {
    if (!this.#maySpell(item, token.units, 0)) return false;
    return findInside(this.#text, this.starts[item] ?? 0, this.starts[item + 1] ?? 0, token) >= 0;
  }

  scattered(item: number, { units }: Token): boolean {
    return findScattered(this.#text, this.starts[item] ?? 0, this.starts[item + 1] ?? 0, units) !== null;
  }

  /** Notes in `found` each item where the token stands at a start with one slip. */
  markSlips({ units }: Token, found: Uint8Array): void {
    const text = this.#text;
    const [c0, c1] = [classOf(units[0] ?? 0), classOf(units[1] ?? 0)];
    const look = (from: number, to: number) => {
      for (let place = from; place < to; place += 1) {
        const owner = this.#owners[place] ?? 0;
        if (found[owner] === 0 && slipAt(text, this.#positions[place] ?? 0, units) > 0) found[owner] = 1;
      }
    };
    look(this.#buckets[c0 * side] ?? 0, this.#buckets[(c0 + 1) * side] ?? 0);
    look(this.#buckets[c1 * side + c0] ?? 0, this.#buckets[c1 * side + c0 + 1] ?? 0);
    // A slip in the first letter leaves all others in a row.
    for (let item = 0; item < this.starts.length - 1; item += 1)
      if (
        found[item] === 0 &&
        this.#maySpell(item, units, 1) &&
        findSlip(text, this.starts[item] ?? 0, this.starts[item + 1] ?? 0, units) !== null
      )
        found[item] = 1;
  }
}
