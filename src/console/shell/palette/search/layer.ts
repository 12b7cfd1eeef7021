import { anyStart, type Forms, segmentStart } from './forms.ts';
import { atWord, exact, findInside, findScattered, findSlip, prefix, rankAt, slipAt } from './match.ts';
import type { Token } from './query.ts';
import { type May, Signatures } from './signature.ts';

const side = 64;
/** Small class of a unit: letters and digits have their own, all others share what is left. */
function classOf(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return unit - 0x60;
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30 + 27;
  return unit === 0 ? 0 : 37 + (unit % 27);
}
const ownClasses = 37;
const longSegment = 255;
const stride = 4;
const pack = (third: number, fourth: number) => (third << 16) | fourth;

/**
 * The forms of all items, item after item, with two ways in: every start of a word by its first two units, and a
 * signature of each item that rules most items out at once.
 */
export class Layer {
  readonly #text: { readonly units: Uint16Array; readonly marks: Uint8Array };
  /** Starts of words by class of their first two units; a bucket ends where the next begins. */
  readonly #buckets = new Int32Array(side * side + 1);
  /**
   * Four numbers a start: its position; its item; its third and fourth unit; how long its segment is where it begins
   * one (255 = longer), else 0. What most questions need stands in a row.
   */
  readonly #entries: Int32Array;
  readonly #signatures: Signatures;

  /** `starts` = where each item's forms begin, and the end. */
  constructor(
    forms: Forms,
    readonly starts: Int32Array,
  ) {
    const units = forms.units.slice(0, forms.length);
    const marks = forms.marks.slice(0, forms.length);
    this.#text = { units, marks };
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
    const entries = new Int32Array(count * stride);
    this.#entries = entries;
    const items = starts.length - 1;
    const signatures = new Signatures(items);
    this.#signatures = signatures;
    for (let item = 0; item < items; item += 1) {
      const end = starts[item + 1] ?? 0;
      for (let at = starts[item] ?? 0; at < end; at += 1) {
        const unit = units[at] ?? 0;
        if (unit === 0) continue;
        signatures.add(item, unit, units[at + 1] ?? 0);
        if (((marks[at] ?? 0) & anyStart) === 0) continue;
        const bucket = bucketAt(at);
        const entry = (next[bucket] ?? 0) * stride;
        next[bucket] = (next[bucket] ?? 0) + 1;
        entries[entry] = at;
        entries[entry + 1] = item;
        // Behind a segment's end others go on: 0 stands for all that is not its own.
        const third = units[at + 1] === 0 ? 0 : (units[at + 2] ?? 0);
        entries[entry + 2] = pack(third, third === 0 ? 0 : (units[at + 3] ?? 0));
        if (((marks[at] ?? 0) & segmentStart) === 0) continue;
        let close = at;
        while (units[close] !== 0) close += 1;
        entries[entry + 3] = Math.min(longSegment, close - at);
      }
    }
  }

  /** Notes in `best` the rank of each item that has the token at a start, where that is better than what stands. */
  rankStarts({ units }: Token, best: Uint8Array): void {
    const first = classOf(units[0] ?? 0);
    const second = classOf(units[1] ?? 0);
    const single = units.length === 1;
    const from = this.#buckets[first * side + (single ? 0 : second)] ?? 0;
    const to = this.#buckets[single ? (first + 1) * side : first * side + second + 1] ?? 0;
    const known = first >= ownClasses ? 0 : single || second >= ownClasses ? 1 : 2;
    const { length } = units;
    const asked = length < 3 ? 0 : length < 4 ? pack(0xffff, 0) : pack(0xffff, 0xffff);
    const sought = pack(units[2] ?? 0, units[3] ?? 0);
    const text = this.#text;
    const entries = this.#entries;
    for (let entry = from * stride; entry < to * stride; entry += stride) {
      if (((entries[entry + 2] ?? 0) & asked) !== sought) continue;
      const owner = entries[entry + 1] ?? 0;
      const now = best[owner] ?? 0;
      if (now === exact) continue;
      const size = entries[entry + 3] ?? 0;
      let rank = size === 0 ? atWord : size === length ? exact : prefix;
      if (now !== 0 && rank >= now) continue;
      // Long words, and those whose class does not determine their letters, are read in full.
      if ((known < 2 && length > known) || length > 4 || size === longSegment)
        rank = rankAt(text, entries[entry] ?? 0, units, known);
      if (rank !== 0 && (now === 0 || rank < now)) best[owner] = rank;
    }
  }

  /** Answers for an item whether it has the token inside a word. */
  inside(token: Token): May {
    const may = this.#signatures.asks(token.units, 0);
    const text = this.#text;
    const { starts } = this;
    return (item) => may(item) && findInside(text, starts[item] ?? 0, starts[item + 1] ?? 0, token) >= 0;
  }

  scattered(item: number, { units }: Token): boolean {
    return findScattered(this.#text, this.starts[item] ?? 0, this.starts[item + 1] ?? 0, units) !== null;
  }

  /** Notes in `found` each item where the token stands at a start with one slip. */
  markSlips({ units }: Token, found: Uint8Array): void {
    const text = this.#text;
    const entries = this.#entries;
    const [c0 = 0, c1 = 0, c2 = 0] = Array.from(units.subarray(0, 3), classOf);
    const look = (bucket: number, thirds: readonly (number | undefined)[] | null) => {
      const end = (this.#buckets[bucket + 1] ?? 0) * stride;
      for (let entry = (this.#buckets[bucket] ?? 0) * stride; entry < end; entry += stride) {
        const third = (entries[entry + 2] ?? 0) >>> 16;
        if (thirds !== null && third !== thirds[0] && third !== thirds[1]) continue;
        const owner = entries[entry + 1] ?? 0;
        if (found[owner] === 0 && slipAt(text, entries[entry] ?? 0, units) > 0) found[owner] = 1;
      }
    };
    // With another second letter the slip lies there: the next must be the token's third, or its second.
    const next = [units[2], units[1]];
    for (let second = 0; second < side; second += 1)
      look(c0 * side + second, second === c1 || second === c2 ? null : next);
    look(c1 * side + c0, null);
    // A slip in the first letter leaves all others in a row.
    const may = this.#signatures.asks(units, 1);
    for (let item = 0; item < this.starts.length - 1; item += 1)
      if (
        found[item] === 0 &&
        may(item) &&
        findSlip(text, this.starts[item] ?? 0, this.starts[item + 1] ?? 0, units) !== null
      )
        found[item] = 1;
  }
}
