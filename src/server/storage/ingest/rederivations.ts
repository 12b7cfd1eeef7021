/** What is to be derived anew in the background: a stretch of time of a source, in the database until it is done. */
import type { RowId } from '../../../catalogue/model.ts';
import { type Executor, toNumber, toText } from '../executor.ts';
import { type StoredRow, storedRow } from '../tables.ts';

export interface Rederivation {
  readonly row: StoredRow;
  readonly sourceId: number;
  readonly from: number;
  readonly to: number;
  /** The days of the source are to be grouped anew first. */
  readonly regroup: boolean;
}

/** Notes a stretch to be derived anew, within the caller's transaction; it grows together with one that waits already. */
export async function awaitRederivation(
  exec: Executor,
  row: RowId,
  sourceIds: readonly number[],
  from: number,
  to: number,
  regroup = false,
): Promise<void> {
  for (const sourceId of sourceIds) {
    await exec.run(
      `INSERT INTO rederivations (row_id, source_id, from_t, to_t, regroup) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (row_id, source_id) DO UPDATE SET
         from_t = CASE WHEN excluded.from_t < rederivations.from_t THEN excluded.from_t ELSE rederivations.from_t END,
         to_t = CASE WHEN excluded.to_t > rederivations.to_t THEN excluded.to_t ELSE rederivations.to_t END,
         regroup = CASE WHEN excluded.regroup = 1 THEN 1 ELSE rederivations.regroup END`,
      [row, sourceId, from, to, regroup ? 1 : 0],
    );
  }
}

/** The next stretch that waits; null when none does. */
export async function nextRederivation(exec: Executor): Promise<Rederivation | null> {
  const [found] = await exec.all(
    'SELECT row_id, source_id, from_t, to_t, regroup FROM rederivations ORDER BY row_id, source_id LIMIT 1',
    [],
  );
  if (found === undefined) return null;
  const [row, sourceId, from, to, regroup] = found;
  return {
    row: storedRow(toText(row)),
    sourceId: toNumber(sourceId),
    from: toNumber(from),
    to: toNumber(to),
    regroup: regroup === 1,
  };
}

/** A stretch was derived up to before `next`; null: all of it. */
export async function advanceRederivation(
  exec: Executor,
  { row, sourceId }: Rederivation,
  next: number | null,
): Promise<void> {
  const where = 'row_id = ? AND source_id = ?';
  if (next === null) await exec.run(`DELETE FROM rederivations WHERE ${where}`, [row.id, sourceId]);
  else {
    await exec.run(`UPDATE rederivations SET from_t = ?, regroup = 0 WHERE ${where}`, [
      next,
      row.id,
      sourceId,
    ]);
  }
}
