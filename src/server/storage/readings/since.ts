/** Since when a source reports a fault without a break. */
import type { RowId } from '../../../catalogue/model.ts';
import { type Executor, toNumber } from '../executor.ts';
import { numericSql, storedRow } from '../tables.ts';

export interface SinceQuery {
  readonly row: RowId;
  readonly sourceId: number;
  /** Channel of the row itself. */
  readonly channel: string;
  /** Place of a flag among its bits; null = the channel is 1. */
  readonly bit: number | null;
}

/** When the first of the newest rows was collected that all have the flag; null where the newest one has it not. */
export async function readSince(
  exec: Executor,
  { row, sourceId, channel, bit }: SinceQuery,
): Promise<number | null> {
  const { table } = storedRow(row);
  const [value = 'NULL'] = numericSql(storedRow(row), [channel]);
  const isSet = bit === null ? `${value} = 1` : `(CAST(${value} AS BIGINT) & ${2 ** bit}) <> 0`;
  const own = `FROM ${table} WHERE source_id = ? AND element = 0`;
  const [found] = await exec.all(
    `SELECT min(t) ${own} AND ${isSet} AND t > coalesce(
       (SELECT t ${own} AND ${value} IS NOT NULL AND NOT (${isSet}) ORDER BY t DESC LIMIT 1), ${Number.MIN_SAFE_INTEGER})`,
    [sourceId, sourceId],
  );
  const since = toNumber(found?.[0]);
  return Number.isNaN(since) ? null : since;
}
