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

/** How far ahead of a reading a load reaches, in spans: a resend or an import goes on from there. */
const ahead = 8;

/**
 * The readings of one sensor that derivations look back at, a column a channel, ascending by time. A window over what
 * is stored: it moves with the readings that come, and is read from storage when one lies outside.
 */
export class RecentReadings {
  readonly #columns: ReadonlyMap<string, Moment[]>;
  /** Everything stored between the two is in the columns. */
  #from = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;

  constructor(
    readonly storage: Storage,
    readonly sourceId: number,
    readonly row: Reading['row'],
    channels: readonly string[],
    readonly span: number,
  ) {
    this.#columns = new Map(channels.map((channel) => [channel, []]));
  }

  /** True when the columns hold everything from `span` before `t` up to `t`. */
  reaches(t: number): boolean {
    return t - this.span >= this.#from && t <= this.#until;
  }

  /** Makes sure that the columns hold everything from `span` before `t` up to `t`. */
  async reach(t: number): Promise<void> {
    if (this.reaches(t)) return;
    const from = t - this.span;
    const until = t + ahead * this.span;
    const place = { sourceId: this.sourceId, row: this.row, element: 0 };
    const { readings } = this.storage;
    const page = await readings.rows({ ...place, from, to: until, limit: 1_000_000 });
    const later = await readings.rows({ ...place, from: until, to: Number.MAX_SAFE_INTEGER, limit: 1 });
    for (const column of this.#columns.values()) column.length = 0;
    for (const row of page.rows.toReversed()) this.#put(row.t, row.values);
    this.#from = from;
    this.#until = later.rows.length === 0 ? Number.POSITIVE_INFINITY : until;
  }

  /** One channel's readings, ascending. */
  column(channel: string): readonly Moment[] {
    return this.#columns.get(channel) ?? [];
  }

  /** Takes in a reading that `reach` was called for. */
  add(reading: Reading): void {
    this.#put(reading.t, reading.values);
    const from = reading.t - this.span;
    // In strides of one span, so that a dense stream does not copy its columns at every reading.
    if (from - this.#from < this.span) return;
    for (const column of this.#columns.values()) column.splice(0, lowerBound(column, from));
    this.#from = from;
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
