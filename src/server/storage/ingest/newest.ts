/** A series' newest values, read from its rows where what is remembered no longer holds. */
import { type Executor, toNumber } from '../executor.ts';
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
  exec: Executor,
  series: Series,
  places: readonly number[],
): Promise<void> {
  const { key, row } = series;
  const times = new Set<number>();
  for (const place of places) {
    series.cells[place] = null;
    series.times[place] = Number.NEGATIVE_INFINITY;
    const [newest] = await exec.all(
      `SELECT t FROM ${row.table} WHERE source_id = ? AND element = ? AND "${row.columns[place]?.name}" IS NOT NULL
       ORDER BY t DESC LIMIT 1`,
      [key.sourceId, key.element],
    );
    if (newest !== undefined) times.add(toNumber(newest[0]));
  }
  await offerRows(exec, series, times);
}

/** Finds everything anew; false where the series has no rows any more. */
export async function rereadSeries(exec: Executor, series: Series): Promise<boolean> {
  const { key, row } = series;
  const known = series.cells.flatMap((cell, place) => (cell === null ? [] : [place]));
  series.clear();
  series.window = null;
  const [newest] = await exec.all(
    `SELECT t FROM ${row.table} WHERE source_id = ? AND element = ? ORDER BY t DESC LIMIT 1`,
    [key.sourceId, key.element],
  );
  if (newest === undefined) return false;
  await offerRows(exec, series, new Set([toNumber(newest[0])]));
  await rereadChannels(exec, series, known);
  return true;
}

async function offerRows(exec: Executor, series: Series, times: ReadonlySet<number>): Promise<void> {
  if (times.size === 0) return;
  const keys = [...times].map((t) => ({ ...series.key, t }));
  for (const { t, receivedAt, state } of await readRowsAt(exec, series.row, keys)) {
    series.offer(t, receivedAt, state);
  }
}
