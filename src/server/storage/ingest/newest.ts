/** A series' newest values, read from its rows where what is remembered no longer holds. */
import { type Executor, toNumber } from '../executor.ts';
import type { SeriesKey } from '../readings/source.ts';
import { columnOf, type RowCondition, someOf } from '../sealed/expression.ts';
import type { RowWriter } from '../sealed/open.ts';
import { firstRows } from '../sealed/scan.ts';
import type { RowState } from './row-state.ts';
import type { Series } from './series.ts';
import { readRowsAt } from './stored-rows.ts';

/** Channels whose newest value stood in this row and is there no more. */
export function lostIn(series: Series, t: number, { cells }: RowState): number[] {
  return series.times.flatMap((time, place) =>
    time === t && (cells[place] ?? null) === null ? [place] : [],
  );
}

/** Reads the newest values of some channels again; a channel without a value in any row is missing from then on. */
export async function rereadChannels(
  backend: RowWriter,
  series: Series,
  places: readonly number[],
): Promise<void> {
  const { key, row } = series;
  const times = new Set<number>();
  for (const place of places) {
    series.cells[place] = null;
    series.times[place] = Number.NEGATIVE_INFINITY;
    const newest = await newestTime(backend.exec, key, someOf([columnOf(row.columns[place]?.name ?? '')]));
    if (newest !== null) times.add(newest);
  }
  await offerRows(backend, series, times);
}

/** Finds everything anew; false where the series has no rows any more. */
export async function rereadSeries(backend: RowWriter, series: Series): Promise<boolean> {
  const { key } = series;
  const known = series.cells.flatMap((cell, place) => (cell === null ? [] : [place]));
  series.clear();
  series.window = null;
  const newest = await newestTime(backend.exec, key);
  if (newest === null) return false;
  await offerRows(backend, series, new Set([newest]));
  await rereadChannels(backend, series, known);
  return true;
}

/** The time of the newest row that fulfils a condition; null = there is none. */
async function newestTime(exec: Executor, key: SeriesKey, where?: RowCondition): Promise<number | null> {
  const whole = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };
  const [newest] = await firstRows(exec, { key, ...whole, expressions: [], where, isDescending: true }, 1);
  return newest === undefined ? null : toNumber(newest[0]);
}

async function offerRows(backend: RowWriter, series: Series, times: ReadonlySet<number>): Promise<void> {
  if (times.size === 0) return;
  const keys = [...times].map((t) => ({ ...series.key, t }));
  for (const { t, receivedAt, state } of await readRowsAt(backend, series.row, keys)) {
    series.offer(t, receivedAt, state);
  }
}
