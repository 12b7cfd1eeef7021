/** Rolls up the days that have ended or changed, in the background, from the readings themselves. */
import type { RowId } from '../../../catalogue/model.ts';
import { type Executor, toNumber, toText } from '../executor.ts';
import { type AddPart, scanAmounts } from '../readings/amounts.ts';
import { layoutText, ReadingSource, type SeriesKey } from '../readings/source.ts';
import { faultOf, historical, numbersOf, receivedAt } from '../sealed/expression.ts';
import { type StoredRow, storedRow } from '../tables.ts';
import { BucketBuilder } from './bucket.ts';
import { daySpan, HOUR, hourOf } from './calendar.ts';
import { packBuckets } from './pack.ts';

/** Days with no more rows than this have no hours: reading their rows costs as little and saves the bytes. */
export const SPARSE = 200;

/** Days start at most 25 hours before they end; one more is left for stragglers. */
const ENDED = 26 * 3_600_000;

/** Days that wait to be rolled up, of series whose newest reading lies beyond them. */
export async function endedDays(exec: Executor): Promise<readonly (SeriesKey & { readonly day: number })[]> {
  const rows = await exec.all(
    `SELECT d.row_id, d.source_id, d.element, d.day FROM rollup_days d
     JOIN latest l ON l.row_id = d.row_id AND l.source_id = d.source_id AND l.element = d.element
     WHERE d.day_rows IS NULL AND l.t >= d.day + ${ENDED}`,
    [],
  );
  return rows.map(([row, sourceId, element, day]) => ({
    row: storedRow(toText(row)).id,
    sourceId: toNumber(sourceId),
    element: toNumber(element),
    day: toNumber(day),
  }));
}

async function layoutId(exec: Executor, row: StoredRow, cache: Map<RowId, number>): Promise<number> {
  const known = cache.get(row.id);
  if (known !== undefined) return known;
  const layout = [row.id, layoutText(row.rollup)];
  await exec.run(
    'INSERT INTO rollup_layouts (row_id, channels) VALUES (?, ?) ON CONFLICT DO NOTHING',
    layout,
  );
  const [found] = await exec.all('SELECT id FROM rollup_layouts WHERE row_id = ? AND channels = ?', layout);
  const id = toNumber(found?.[0]);
  cache.set(row.id, id);
  return id;
}

/**
 * Rolls up one day of a series, within the caller's transaction: its summary, and its hours unless it is sparse. A
 * day that has no rows any more is forgotten. Amounts of intervals that reach into the day count by their part in it.
 */
export async function sealDay(
  exec: Executor,
  key: SeriesKey,
  day: number,
  layouts: Map<RowId, number>,
): Promise<void> {
  const row = storedRow(key.row);
  const source = new ReadingSource(exec);
  const { end } = daySpan(await source.calendar(key), day);
  const channels = row.rollup.map(({ id }) => id);
  const builder = new BucketBuilder(row.rollup);
  const seen = { first: Number.NaN, last: Number.NaN, longest: 0, historical: 0, lag: 0, fault: 0 };
  const expressions = [receivedAt, historical, faultOf(row), ...numbersOf(row, channels)];
  const id = [key.row, key.sourceId, key.element, day];
  const where = 'row_id = ? AND source_id = ? AND element = ? AND day = ?';
  // What arrived on it is counted anew.
  await exec.run('UPDATE arrival_days SET stale = 1 WHERE day = ? AND row_id = ? AND source_id = ?', [
    day,
    key.row,
    key.sourceId,
  ]);
  if (exec.dialect === 'postgres') await exec.all(`SELECT 1 FROM rollup_days WHERE ${where} FOR UPDATE`, id);
  await source.scanEach(key, day + row.lag, end + row.lag, expressions, (rows) => {
    for (const cells of rows) {
      const t = toNumber(cells[0]);
      if (Number.isNaN(seen.first)) seen.first = t;
      else seen.longest = Math.max(seen.longest, t - seen.last);
      seen.last = t;
      seen.lag = Math.max(seen.lag, toNumber(cells[1]) - t);
      seen.historical += toNumber(cells[2]);
      seen.fault += toNumber(cells[3]);
      builder.add(hourOf(day, t - row.lag), cells, 4);
    }
  });
  const sums = row.rollup.flatMap(({ id, rule }, position) => (rule === 'sum' ? [{ id, position }] : []));
  if (sums.length > 0) {
    const startOf = (t: number): number => day + hourOf(day, t) * HOUR;
    const add: AddPart = (nth, t, amount) => {
      builder.addPart(hourOf(day, t), sums[nth]?.position ?? 0, amount);
    };
    await scanAmounts(
      source,
      key,
      sums.map(({ id: channel }) => channel),
      day,
      end,
      startOf,
      add,
    );
  }
  const whole = builder.whole();
  await exec.run(`DELETE FROM rollup_hours WHERE ${where}`, id);
  const isEmpty = whole.rows === 0 && whole.aggregates.every(({ count }) => count === 0);
  if (isEmpty) {
    await exec.run(`DELETE FROM rollup_days WHERE ${where}`, id);
    return;
  }
  const layout = await layoutId(exec, row, layouts);
  if (whole.rows > SPARSE) {
    await exec.run(
      'INSERT INTO rollup_hours (row_id, source_id, element, day, layout, hours) VALUES (?, ?, ?, ?, ?, ?)',
      [...id, layout, packBuckets(builder.buckets, row.rollup)],
    );
  }
  await exec.run(
    `UPDATE rollup_days SET day_rows = ?, first_t = ?, last_t = ?, longest = ?, resent = ?, lag = ?, fault = ?,
     layout = ?, summary = ? WHERE ${where}`,
    [
      whole.rows,
      whole.rows === 0 ? null : seen.first,
      whole.rows === 0 ? null : seen.last,
      seen.longest,
      seen.historical,
      seen.lag,
      seen.fault,
      layout,
      packBuckets([whole], row.rollup),
      ...id,
    ],
  );
}
