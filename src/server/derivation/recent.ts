import type { Moment } from '../../domain/change.ts';
import type { Reading, Storage } from '../storage/storage.ts';

const numberIn = (values: Reading['values'], channel: string): number | null => {
  const value = values[channel];
  return typeof value === 'number' ? value : null;
};

/** Index of the first moment at or after `t`. */
function lowerBound(moments: readonly Moment[], t: number): number {
  let low = 0;
  let high = moments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((moments[middle]?.t ?? Number.POSITIVE_INFINITY) < t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The readings of one sensor that derivations look back at, a column a channel: ascending by time, kept for `span` ms
 * before the newest, read from storage when a reading lies before what is kept.
 */
export class RecentReadings {
  readonly #columns: ReadonlyMap<string, Moment[]>;
  /** Everything stored from here on is in the columns. */
  #from = Number.POSITIVE_INFINITY;

  constructor(
    readonly storage: Storage,
    readonly sourceId: number,
    readonly row: Reading['row'],
    channels: readonly string[],
    readonly span: number,
  ) {
    this.#columns = new Map(channels.map((channel) => [channel, []]));
  }

  /** Makes sure that the columns reach back `span` before `t`. */
  async reach(t: number): Promise<void> {
    const from = t - this.span;
    if (from >= this.#from) return;
    const page = await this.storage.readings.rows({
      sourceId: this.sourceId,
      row: this.row,
      element: 0,
      from,
      to: Number.isFinite(this.#from) ? this.#from : Number.MAX_SAFE_INTEGER,
      limit: 100_000,
    });
    this.#from = from;
    for (const row of page.rows) this.#put(row.t, row.values);
  }

  /** One channel's readings, ascending. */
  column(channel: string): readonly Moment[] {
    return this.#columns.get(channel) ?? [];
  }

  add(reading: Reading): void {
    this.#put(reading.t, reading.values);
    // In strides of one span, so that a dense stream does not copy its columns at every reading.
    for (const column of this.#columns.values()) {
      const newest = column.at(-1)?.t ?? 0;
      if (newest - (column[0]?.t ?? newest) < 2 * this.span) continue;
      column.splice(0, lowerBound(column, newest - this.span));
      this.#from = Math.max(this.#from, newest - this.span);
    }
  }

  #put(t: number, values: Reading['values']): void {
    for (const [channel, column] of this.#columns) {
      const moment = { t, value: numberIn(values, channel) };
      const last = column.at(-1);
      if (last === undefined || last.t < t) {
        column.push(moment);
        continue;
      }
      const index = lowerBound(column, t);
      column.splice(index, column[index]?.t === t ? 1 : 0, moment);
    }
  }
}
