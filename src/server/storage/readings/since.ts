/** Since when a source reports a fault without a break. */
import type { RowId } from '../../../catalogue/model.ts';
import { type Cell, type Executor, toNumber } from '../executor.ts';
import { numberOf, someOf } from '../sealed/expression.ts';
import { scanRows } from '../sealed/scan.ts';
import { storedRow } from '../tables.ts';

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
  const value = numberOf(storedRow(row), channel);
  const isSet = bit === null ? `${value.sql} = 1` : `(CAST(${value.sql} AS BIGINT) & ${2 ** bit}) <> 0`;
  const own = `FROM ${table} WHERE source_id = ? AND element = 0`;
  const unset = `SELECT t ${own} AND ${value.sql} IS NOT NULL AND NOT (${isSet}) ORDER BY t DESC LIMIT 1`;
  const [found] = await exec.all(
    `SELECT min(t), (${unset}),
       (SELECT count(*) FROM reading_chunks WHERE row_id = ? AND source_id = ? AND element = 0)
     ${own} AND ${isSet} AND t > coalesce((${unset}), ${Number.MIN_SAFE_INTEGER})`,
    [sourceId, row, sourceId, sourceId, sourceId],
  );
  const isWhole = found?.[1] !== null || found[2] === 0;
  if (isWhole) return numberOrNull(found?.[0]);
  // It may have been set longer than the table reaches back.
  const asked = {
    key: { row, sourceId, element: 0 },
    from: Number.MIN_SAFE_INTEGER,
    to: Number.MAX_SAFE_INTEGER,
    expressions: [value],
    where: someOf([value]),
    isDescending: true,
  };
  let since: number | null = null;
  for await (const rows of scanRows(exec, asked))
    for (const [t, cell] of rows) {
      const now = toNumber(cell);
      if (bit === null ? now !== 1 : Math.floor(now / 2 ** bit) % 2 !== 1) return since;
      since = toNumber(t);
    }
  return since;
}

const numberOrNull = (cell: Cell | undefined): number | null => (cell == null ? null : toNumber(cell));
