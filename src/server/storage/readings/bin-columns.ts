/** Bins as they fill, in ascending time, and the columns that come of them. */
import type { HistoryChannel, HistoryColumns } from '../../../contract/history/columns.ts';
import type { RollupChannel } from '../../../derive/rollup-channels.ts';
import type { SqlValues } from '../executor.ts';
import { type Aggregate, addValue, emptyAggregate, mergeAggregate } from '../rollup/bucket.ts';
import type { Bin } from './grid.ts';

interface Filled extends Bin {
  readonly aggregates: Aggregate[];
}
const none: Filled = { start: Number.NaN, end: Number.NaN, aggregates: [] };

export class BinColumns {
  readonly #filled: Filled[] = [];
  readonly #width: number;
  readonly #binAt: (t: number) => Bin;
  #current = none;

  constructor(width: number, binAt: (t: number) => Bin) {
    this.#width = width;
    this.#binAt = binAt;
  }

  #open(t: number): Aggregate[] {
    if (t >= this.#current.start && t < this.#current.end) return this.#current.aggregates;
    const { start, end } = this.#binAt(t);
    const last = this.#filled.at(-1);
    // Parts of amounts may belong to a bin before the last; nearly all else comes in order.
    const known =
      last === undefined || last.start < start ? undefined : this.#filled.find((bin) => bin.start === start);
    if (known !== undefined) this.#current = known;
    else {
      this.#current = { start, end, aggregates: Array.from({ length: this.#width }, emptyAggregate) };
      this.#filled.push(this.#current);
      if (last !== undefined && last.start > start) this.#filled.sort((a, b) => a.start - b.start);
    }
    return this.#current.aggregates;
  }

  /** The part of an amount that lies within one bin. */
  addPart(t: number, position: number, amount: number): void {
    const aggregate = this.#open(t)[position];
    if (aggregate) addValue(aggregate, amount);
  }

  /** A row: time, then the channels' values; null is missing. It belongs to the bin of `lag` ms before its time. */
  addRow(cells: SqlValues, lag = 0): void {
    const [t] = cells;
    if (typeof t !== 'number') return;
    const bin = this.#open(t - lag);
    for (let i = 0; i < this.#width; i += 1) {
      const value = cells[i + 1];
      const aggregate = bin[i];
      if (typeof value === 'number' && aggregate) addValue(aggregate, value);
    }
  }

  /** A rolled-up bucket that lies within one bin. */
  addBucket(t: number, aggregates: readonly Aggregate[]): void {
    const bin = this.#open(t);
    aggregates.forEach((aggregate, i) => {
      const into = bin[i];
      if (into) mergeAggregate(into, aggregate);
    });
  }

  columns(channels: readonly string[], rules: ReadonlyMap<string, RollupChannel['rule']>, step: number) {
    const column = (position: number, value: (aggregate: Aggregate) => number): Float64Array =>
      Float64Array.from(this.#filled, (bin) => {
        const aggregate = bin.aggregates[position];
        return aggregate && aggregate.count > 0 ? value(aggregate) : Number.NaN;
      });
    const nothing = (): number => Number.NaN;
    const answer: HistoryColumns = {
      mode: 'bins',
      step,
      t: Float64Array.from(this.#filled, ({ start }) => start),
      channels: channels.map((channel, i): HistoryChannel => {
        const rule = rules.get(channel) ?? 'plain';
        const circular = rule === 'circular';
        return {
          channel,
          value: null,
          min: column(i, circular ? nothing : ({ min }) => min),
          max: column(i, circular ? nothing : ({ max }) => max),
          // Parts of amounts have no order of their own.
          first: column(i, rule === 'sum' ? nothing : ({ first }) => first),
          last: column(i, rule === 'sum' ? nothing : ({ last }) => last),
          mean: column(
            i,
            circular ? nothing : rule === 'sum' ? ({ sum }) => sum : ({ sum, count }) => sum / count,
          ),
        };
      }),
    };
    return answer;
  }
}
