/**
 * Stepping over columns. Between two of a rule's limits it does not matter what a value is: readings that stay there are
 * taken together, as soon as no hold and no release is under way. Its outcome is that of the stepper, reading by reading.
 */
import { preparedOf } from './prepared.ts';
import type { Rule } from './rule.ts';
import { type AlarmEvent, type State, Stepping, type Truths, truthsOf } from './stepper.ts';

/** What terms were, moment after moment: `values` by term; NaN = unknown. Times UTC ms, ascending. */
export interface Columns {
  readonly t: Float64Array;
  readonly values: readonly Float64Array[];
}

/** Where a term's value lies among the limits: at one of them, between two, or nowhere as it is unknown. */
class Band {
  readonly #borders: Float64Array;
  /** Exclusive, but for a value at a limit: then both are that limit. */
  low = Number.NaN;
  high = Number.NaN;
  /** 0 = unknown, else from below: 1, 3, 5 … between limits, 2, 4, 6 … at one. */
  index = 0;
  /** Places before it are known to lie in this band. */
  #seen = 0;

  constructor(
    borders: Float64Array,
    readonly column: Float64Array,
  ) {
    this.#borders = borders;
  }

  get size(): number {
    return 2 * this.#borders.length + 2;
  }

  /** The band of the value at a place. */
  find(at: number): void {
    if (at < this.#seen) return;
    const value = this.column[at] ?? Number.NaN;
    this.low = Number.NEGATIVE_INFINITY;
    this.high = Number.POSITIVE_INFINITY;
    this.index = Number.isNaN(value) ? 0 : 1;
    if (this.index === 0) return;
    for (const border of this.#borders) {
      if (value === border) {
        this.low = border;
        this.high = border;
        this.index += 1;
        return;
      }
      if (value < border) {
        this.high = border;
        return;
      }
      this.low = border;
      this.index += 2;
    }
  }

  /** First place from `at` on that lies in another band, at most `end`. Asked with places that ascend. */
  leave(at: number, end: number): number {
    const { column, low, high, index } = this;
    let place = Math.max(at, this.#seen);
    if (index === 0) while (place < end && Number.isNaN(column[place])) place += 1;
    else if (low === high) while (place < end && column[place] === low) place += 1;
    else
      for (; place < end; place += 1) {
        const value = column[place] ?? Number.NaN;
        if (!(value > low && value < high)) break;
      }
    this.#seen = place;
    return Math.min(place, end);
  }
}

/** So many combinations of bands are remembered with what they say; a rule has seldom more. */
const mostRemembered = 4096;

/** What values say of the ladder, by the bands that they lie in. */
class BandTruths {
  readonly #known: (Truths | undefined)[] = [];
  readonly #prepared;

  constructor(
    rule: Rule,
    readonly bands: readonly Band[],
  ) {
    this.#prepared = preparedOf(rule);
  }

  of(values: Float64Array): Truths {
    let key = 0;
    for (const { index, size } of this.bands) key = key * size + index;
    if (key >= mostRemembered) return truthsOf(this.#prepared, values);
    const made = this.#known[key] ?? truthsOf(this.#prepared, values);
    this.#known[key] = made;
    return made;
  }
}

/** Places of times that come more than `longest` after the one before. */
function gapsOf(t: Float64Array, longest: number | null): readonly number[] {
  const gaps: number[] = [];
  if (longest !== null)
    for (let place = 1; place < t.length; place += 1)
      if ((t[place] ?? 0) - (t[place - 1] ?? 0) > longest) gaps.push(place);
  return gaps;
}

/** First place of a time after `until`, in times that ascend. */
export function placeAfter(t: Float64Array, until: number): number {
  let low = 0;
  let high = t.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((t[middle] ?? Number.NaN) <= until) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Steps every moment of the columns as a reading, by one rule, from a state on; events are put to `events`.
 * @returns the state after the last one
 * @throws RangeError for a moment before that of the state
 */
export function stepColumns(rule: Rule, known: State, columns: Columns, events: AlarmEvent[]): State {
  const { t } = columns;
  const { asked, borders, patience } = preparedOf(rule);
  const stepping = new Stepping(rule, known);
  const nothing = new Float64Array(0);
  const bands = asked.map((term) => new Band(borders[term] ?? nothing, columns.values[term] ?? nothing));
  const truthsOfBands = new BandTruths(rule, bands);
  const values = new Float64Array(columns.values.length);
  const gaps = gapsOf(t, patience);
  let gap = 0;
  for (let at = 0; at < t.length; ) {
    for (let term = 0; term < values.length; term += 1)
      values[term] = columns.values[term]?.[at] ?? Number.NaN;
    for (const band of bands) band.find(at);
    const truths = truthsOfBands.of(values);
    stepping.take(t[at] ?? Number.NaN, values, true, events, truths);
    at += 1;
    const until = stepping.sameUntil(values, truths);
    if (until === Number.NEGATIVE_INFINITY) continue;
    while ((gaps[gap] ?? t.length) < at) gap += 1;
    let end = gaps[gap] ?? t.length;
    if (until < (t[end - 1] ?? Number.NaN)) end = Math.max(at, placeAfter(t, until));
    for (const band of bands) end = band.leave(at, end);
    if (end <= at) continue;
    stepping.more(end - at, t[end - 1] ?? Number.NaN, values, truths);
    at = end;
  }
  return stepping.state();
}
