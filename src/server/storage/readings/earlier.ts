/** One number of each of many series: the value that stood at a moment, or the amount that fell in a stretch. */
import type { RowId } from '../../../catalogue/model.ts';
import { longestInterval } from '../../../domain/readings/rain.ts';
import { type Cell, type Executor, toNumber } from '../executor.ts';
import { numericSql, storedRow } from '../tables.ts';

/** A series and a stretch of time, UTC ms. */
export interface SeriesSpan {
  readonly sourceId: number;
  readonly element: number;
  readonly from: number;
  readonly to: number;
}

export interface EarlierQuery {
  readonly row: RowId;
  readonly channel: string;
  readonly spans: readonly SeriesSpan[];
}

const place = {
  sqlite: (at: number) => `CAST(json_extract(span.value, '$[${at}]') AS INTEGER)`,
  postgres: (at: number) => `(span.value ->> ${at})::bigint`,
} as const;

/** One answer for each span: what `sql` finds in the row's table, whose condition is given. */
async function each(
  exec: Executor,
  row: RowId,
  spans: readonly SeriesSpan[],
  sql: (condition: string, from: string) => string,
) {
  if (spans.length === 0) return [];
  const at = place[exec.dialect];
  const condition = (operator: '>' | '>=') =>
    `source_id = ${at(0)} AND element = ${at(1)} AND t ${operator} ${at(2)} AND t <= ${at(3)}`;
  const interval = storedRow(row).interval !== null;
  const list =
    exec.dialect === 'sqlite'
      ? 'json_each(?) AS span ORDER BY span.key'
      : 'json_array_elements(?::json) WITH ORDINALITY AS span(value, key) ORDER BY span.key';
  const param = JSON.stringify(
    spans.map(({ sourceId, element, from, to }) => [sourceId, element, Math.ceil(from), Math.floor(to)]),
  );
  return exec.all(`SELECT (${sql(condition(interval ? '>' : '>='), at(2))}) FROM ${list}`, [param]);
}

const numberOrNull = (cell: Cell | undefined): number | null => (cell == null ? null : toNumber(cell));

/** Of each span the newest value in it, both ends inclusive; null where there is none. In the order of the spans. */
export async function readEarlier(
  exec: Executor,
  { row, channel, spans }: EarlierQuery,
): Promise<readonly (number | null)[]> {
  const { table } = storedRow(row);
  const [value = 'NULL'] = numericSql(storedRow(row), [channel]);
  const found = await each(
    exec,
    row,
    spans,
    (condition) =>
      `SELECT ${value} FROM ${table} WHERE ${condition} AND ${value} IS NOT NULL ORDER BY t DESC LIMIT 1`,
  );
  return found.map(([cell]) => numberOrNull(cell));
}

/**
 * Of each span the sum of an amount of intervals (rain) that ended in it, `from` outside and `to` inside; of an interval
 * that crosses `from` the part behind it, evenly over its time. Test tips do not count. null where nothing ended in it.
 */
export async function readAmounts(
  exec: Executor,
  { row, channel, spans }: EarlierQuery,
): Promise<readonly (number | null)[]> {
  const stored = storedRow(row);
  const [value = 'NULL'] = numericSql(stored, [channel]);
  const length = `1000 * CASE WHEN ${stored.interval} > ${longestInterval} THEN ${longestInterval} ELSE ${stored.interval} END`;
  const found = await each(
    exec,
    row,
    spans,
    (condition, from) => `SELECT sum(${value} * CASE
      WHEN ${stored.interval} > 0 AND t - ${length} < ${from} THEN (t - ${from}) * 1.0 / (${length}) ELSE 1 END)
      FROM ${stored.table} WHERE ${condition}`,
  );
  return found.map(([cell]) => numberOrNull(cell));
}
