/** Retention: readings go, their rollups stay. Each function is one transaction of the caller. */
import type { RowId } from '../../../catalogue/model.ts';
import { type Executor, toNumber } from '../executor.ts';
import { DAY, daySpan } from '../rollup/calendar.ts';
import { SPARSE, sealDay } from '../rollup/seal.ts';
import { openBetween, type RowWriter } from '../sealed/open.ts';
import { storedRow } from '../tables.ts';
import { ReadingSource, type SeriesKey } from './source.ts';

/** Days removed in one transaction: a year at a row a minute must not hold up ingest. */
const SLICE = 10 * DAY;

export interface FloorAnswer {
  /** Readings of days before this moment are to go. */
  readonly floor: number;
  readonly keys: readonly SeriesKey[];
}

/**
 * Rolls up what is about to be pruned and refuses older readings from then on: those of whole days (of the project)
 * before the day of `before`. Null where that was so already.
 */
export async function raiseFloor(
  exec: Executor,
  row: RowId,
  sourceId: number,
  before: number,
  layouts: Map<RowId, number>,
): Promise<FloorAnswer | null> {
  const source = new ReadingSource(exec);
  const keys = await source.elements(storedRow(row), [sourceId]);
  const [first] = keys;
  if (!first) return null;
  const floor = daySpan(await source.calendar(first), Math.ceil(before)).start;
  const former = await source.floor(first);
  if (floor <= former) return null;
  for (const key of keys) {
    // Hours that sealing has dropped stand for the readings from now on.
    const days = await exec.all(
      `SELECT d.day FROM rollup_days d
       WHERE d.row_id = ? AND d.source_id = ? AND d.element = ? AND d.day < ? AND d.day >= ?
         AND (d.day_rows IS NULL OR d.day_rows > ${SPARSE} AND NOT EXISTS (
           SELECT 1 FROM rollup_hours h WHERE h.row_id = d.row_id AND h.source_id = d.source_id
             AND h.element = d.element AND h.day = d.day))`,
      [key.row, key.sourceId, key.element, floor, Math.max(former, Number.MIN_SAFE_INTEGER)],
    );
    for (const [day] of days) await sealDay(exec, key, toNumber(day), layouts);
  }
  await exec.run(
    `INSERT INTO reading_floors (row_id, source_id, t) VALUES (?, ?, ?)
     ON CONFLICT (row_id, source_id) DO UPDATE SET t = excluded.t`,
    [first.row, first.sourceId, floor],
  );
  return { floor, keys };
}

/** Removes the oldest readings of a series that belong to days before the floor; answers how many went, 0 = none is left. */
export async function pruneSlice(backend: RowWriter, key: SeriesKey, floor: number): Promise<number> {
  const { exec } = backend;
  const { row, sourceId, element } = key;
  const stored = storedRow(row);
  const { table, lag } = stored;
  // Chunks go whole; that which the floor cuts is opened.
  await openBetween(backend, stored, key, { from: floor + lag - 1, to: floor + lag - 1, limit: 1 });
  const whole = 'row_id = ? AND source_id = ? AND element = ? AND last_t < ?';
  const of = [row, sourceId, element, floor + lag];
  const [sealed] = await exec.all(
    `SELECT CAST(coalesce(sum(row_count), 0) AS BIGINT) FROM reading_chunks WHERE ${whole}`,
    of,
  );
  const gone = toNumber(sealed?.[0]);
  if (gone > 0) {
    await exec.run(`DELETE FROM reading_chunks WHERE ${whole}`, of);
    return gone;
  }
  const where = 'source_id = ? AND element = ?';
  const [oldest] = await exec.all(`SELECT min(t) FROM ${table} WHERE ${where}`, [sourceId, element]);
  const from = toNumber(oldest?.[0]);
  if (!(from < floor + lag)) return 0;
  const to = Math.min(floor + lag, from + SLICE);
  return exec.run(`DELETE FROM ${table} WHERE ${where} AND t < ?`, [sourceId, element, to]);
}
