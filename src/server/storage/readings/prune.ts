/** Retention: readings go, their rollups stay. */
import type { RowId } from '../../../catalogue/model.ts';
import { type Executor, toNumber } from '../executor.ts';
import { DAY, daySpan } from '../rollup/calendar.ts';
import { sealDay } from '../rollup/seal.ts';
import { storedRow } from '../tables.ts';
import { ReadingSource, type SeriesKey } from './source.ts';

/** Runs work in one write transaction, apart from all others. */
export type Transact = <T>(work: (exec: Executor) => Promise<T>) => Promise<T>;

/** Days removed in one transaction: a year at a row a minute must not hold up ingest. */
const SLICE = 10 * DAY;

async function raiseFloor(
  exec: Executor,
  keys: readonly SeriesKey[],
  before: number,
): Promise<number | null> {
  const [first] = keys;
  if (!first) return null;
  const source = new ReadingSource(exec);
  const floor = daySpan(await source.calendar(first), before).start;
  if (floor <= (await source.floor(first))) return null;
  const layouts = new Map<RowId, number>();
  for (const key of keys) {
    const days = await exec.all(
      `SELECT day FROM rollup_days
       WHERE row_id = ? AND source_id = ? AND element = ? AND day < ? AND day_rows IS NULL`,
      [key.row, key.sourceId, key.element, floor],
    );
    for (const [day] of days) await sealDay(exec, key, toNumber(day), layouts);
  }
  await exec.run(
    `INSERT INTO reading_floors (row_id, source_id, t) VALUES (?, ?, ?)
     ON CONFLICT (row_id, source_id) DO UPDATE SET t = excluded.t`,
    [first.row, first.sourceId, floor],
  );
  return floor;
}

/**
 * Removes the readings of whole days that end at or before the day of `before`, and refuses older ones from then on.
 * Their days are rolled up first. Answers how many went.
 */
export async function pruneReadings(
  transact: Transact,
  row: RowId,
  sourceIds: readonly number[],
  before: number,
): Promise<number> {
  const { table } = storedRow(row);
  let gone = 0;
  for (const sourceId of sourceIds) {
    const keys = await transact((exec) => new ReadingSource(exec).elements(storedRow(row), [sourceId]));
    const floor = await transact((exec) => raiseFloor(exec, keys, Math.ceil(before)));
    if (floor === null) continue;
    for (const { element } of keys) {
      for (;;) {
        const went = await transact(async (exec) => {
          const where = 'source_id = ? AND element = ?';
          const [oldest] = await exec.all(`SELECT min(t) FROM ${table} WHERE ${where}`, [sourceId, element]);
          const from = toNumber(oldest?.[0]);
          if (!(from < floor)) return 0;
          const to = Math.min(floor, from + SLICE);
          return exec.run(`DELETE FROM ${table} WHERE ${where} AND t < ?`, [sourceId, element, to]);
        });
        if (went === 0) break;
        gone += went;
      }
    }
  }
  return gone;
}
