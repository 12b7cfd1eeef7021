/** Times at which derived channels are to be computed: in the database until it is done, so that a kill forgets none. */
import { type Executor, toNumber } from '../executor.ts';
import type { Series } from './series.ts';

export interface FormulaStretch {
  readonly formulaId: number;
  readonly from: number;
  readonly to: number;
}

/** Notes, within the caller's transaction, what changed rows reach into; it grows together with what waits already. */
export async function awaitComputation(
  exec: Executor,
  inputs: ReadonlyMap<Series, readonly [from: number, to: number]>,
): Promise<void> {
  for (const [{ key }, [from, to]] of inputs)
    await exec.run(
      `INSERT INTO formula_stretches (formula_id, from_t, to_t, since_t)
       SELECT formula_id, CAST(? AS BIGINT), CAST(? AS BIGINT) + reach, CAST(? AS BIGINT) FROM formula_inputs
       WHERE row_id = ? AND source_id = ? AND element = ?
       ON CONFLICT (formula_id) DO UPDATE SET
         since_t = CASE WHEN excluded.from_t < formula_stretches.from_t THEN excluded.from_t ELSE formula_stretches.since_t END,
         from_t = CASE WHEN excluded.from_t < formula_stretches.from_t THEN excluded.from_t ELSE formula_stretches.from_t END,
         to_t = CASE WHEN excluded.to_t > formula_stretches.to_t THEN excluded.to_t ELSE formula_stretches.to_t END`,
      [from, to, from, key.row, key.sourceId, key.element],
    );
}

/** The stretch that begins last, so that what has just come does not wait for a past of years; null when none waits. */
export async function nextComputation(exec: Executor): Promise<FormulaStretch | null> {
  const [found] = await exec.all(
    'SELECT formula_id, from_t, to_t FROM formula_stretches ORDER BY from_t DESC, formula_id LIMIT 1',
    [],
  );
  if (found === undefined) return null;
  const [formulaId, from, to] = found;
  return { formulaId: toNumber(formulaId), from: toNumber(from), to: toNumber(to) };
}

/** A stretch was computed up to before `next`; null: all of it. One that has grown meanwhile stays as it is. */
export async function advanceComputation(
  exec: Executor,
  { formulaId, from, to }: FormulaStretch,
  next: number | null,
): Promise<void> {
  const where = 'formula_id = ? AND from_t = ? AND to_t = ?';
  const key = [formulaId, from, to];
  if (next === null) await exec.run(`DELETE FROM formula_stretches WHERE ${where}`, key);
  else await exec.run(`UPDATE formula_stretches SET from_t = ? WHERE ${where}`, [next, ...key]);
}
