/** Amounts of intervals that end at a row's time (rain), as they fall into stretches of time. */
import { intervalLength, longestInterval, shareOf } from '../../../domain/readings/rain.ts';
import { type SqlValues, toNumber } from '../executor.ts';
import { intervalOf, numbersOf } from '../sealed/expression.ts';
import { storedRow } from '../tables.ts';
import type { ReadingSource, SeriesKey } from './source.ts';

/** A part of an amount that lies within one cell of a grid; `t` lies in that cell. */
export type AddPart = (position: number, t: number, amount: number) => void;

/** Where the grid's cell that holds a moment begins. */
export type StartOf = (t: number) => number;

/**
 * Cuts the amounts of one row at the edges of a grid and hands over the parts that fall into (from, to].
 * @param cells time, interval in seconds, amounts
 */
export function cutAmounts(cells: SqlValues, from: number, to: number, startOf: StartOf, add: AddPart): void {
  const t = toNumber(cells[0]);
  const length = intervalLength(typeof cells[1] === 'number' ? cells[1] : null);
  for (let position = 0; position < cells.length - 2; position += 1) {
    const amount = cells[position + 2];
    if (typeof amount !== 'number') continue;
    let end = t;
    for (;;) {
      const start = startOf(end - 1);
      const [first, last] = [Math.max(start, from), Math.min(end, to)];
      if (last > first && last - 1 >= first) add(position, last - 1, shareOf(amount, t, length, first, last));
      if (start <= t - length || start <= from) break;
      end = start;
    }
  }
}

/**
 * Hands over all parts of a series' amounts that fall into (from, to], cut at the edges of a grid; also those of rows
 * that end later.
 */
export async function scanAmounts(
  source: ReadingSource,
  key: SeriesKey,
  channels: readonly string[],
  from: number,
  to: number,
  startOf: StartOf,
  add: AddPart,
): Promise<void> {
  const row = storedRow(key.row);
  const interval = intervalOf(row);
  const expressions = [interval, ...numbersOf(row, channels)];
  const sink = (rows: readonly SqlValues[]): void => {
    for (const cells of rows) cutAmounts(cells, from, to, startOf, add);
  };
  await source.scanEach(key, from + 1, to + 1, expressions, sink);
  const until = to + longestInterval * 1000;
  await source.scanEach(key, to + 1, until, expressions, sink, {
    sql: `t - ${interval.sql} * 1000 < ?`,
    params: [to],
    of: (chunk) => {
      const seconds = intervalOf(row).of(chunk);
      return (nth) => {
        const length = seconds(nth);
        return typeof length === 'number' && (chunk.t[nth] ?? Number.NaN) - length * 1000 < to;
      };
    },
  });
}
