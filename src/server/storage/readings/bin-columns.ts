/** Bins as they fill, in ascending time, and the columns that come of them. */
import type { HistoryChannel, HistoryColumns } from '../../../contract/history/columns.ts';
import type { RollupChannel } from '../../../derive/rollup-channels.ts';
import type { Cells } from '../executor.ts';
import { type Aggregate, addValue, emptyAggregate, mergeAggregate } from '../rollup/bucket.ts';
import type { Bin } from './grid.ts';

export class BinColumns {
  readonly #starts: number[] = [];
  readonly #bins: Aggregate[][] = [];
  readonly #width: number;
  readonly #binAt: (t: number) => Bin;
  #end = Number.NEGATIVE_INFINITY;
  #current: Aggregate[] = [];

  constructor(width: number, binAt: (t: number) => Bin) {
    this.#width = width;
    this.#binAt = binAt;
  }

  #open(t: number): Aggregate[] {
    if (t < this.#end) return this.#current;
    const { start, end } = this.#binAt(t);
    this.#end = end;
    this.#current = Array.from({ length: this.#width }, emptyAggregate);
    this.#starts.push(start);
    this.#bins.push(this.#current);
    return this.#current;
  }

  /** A row: time, then the channels' values; null is missing. */
  addRow(cells: Cells): void {
    const t = cells[0];
    if (typeof t !== 'number') return;
    const bin = this.#open(t);
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
      Float64Array.from(this.#bins, (bin) => {
        const aggregate = bin[position];
        return aggregate && aggregate.count > 0 ? value(aggregate) : Number.NaN;
      });
    const nothing = (): number => Number.NaN;
    const answer: HistoryColumns = {
      mode: 'bins',
      step,
      t: Float64Array.from(this.#starts),
      channels: channels.map((channel, i): HistoryChannel => {
        const rule = rules.get(channel) ?? 'plain';
        const circular = rule === 'circular';
        return {
          channel,
          value: null,
          min: column(i, circular ? nothing : ({ min }) => min),
          max: column(i, circular ? nothing : ({ max }) => max),
          first: column(i, ({ first }) => first),
          last: column(i, ({ last }) => last),
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
