/** Rows as they stand in their tables, read for merging, deriving and taking back. */
import { type Executor, toNumber } from '../executor.ts';
import type { SeriesKey } from '../readings/source.ts';
import { columnOf } from '../sealed/expression.ts';
import { openAt, openBetween, type RowWriter } from '../sealed/open.ts';
import { scanRows } from '../sealed/scan.ts';
import type { StoredRow } from '../tables.ts';
import { contentColumns, type RowKey, type WholeRow, wholeRow } from './whole-row.ts';
import type { Window } from './window.ts';

const selected = (row: StoredRow, prefix = ''): string =>
  ['source_id', 'element', 't', 'received_at', ...contentColumns(row).map((name) => `"${name}"`)]
    .map((column) => prefix + column)
    .join(', ');

/** First and last time of keys: lets the database look into few partitions. */
export function spanOf(keys: readonly Pick<RowKey, 't'>[]): { readonly from: number; readonly to: number } {
  let from = Number.MAX_SAFE_INTEGER;
  let to = Number.MIN_SAFE_INTEGER;
  for (const { t } of keys) {
    if (t < from) from = t;
    if (t > to) to = t;
  }
  return { from, to };
}

/** The rows of these keys that there are, in no order; chunks that they lie in are opened. */
export async function readRowsAt(
  backend: RowWriter,
  row: StoredRow,
  keys: readonly RowKey[],
): Promise<WholeRow[]> {
  const { exec } = backend;
  const wanted = JSON.stringify(keys.map(({ sourceId, element, t }) => [sourceId, element, t]));
  const asked =
    exec.dialect === 'sqlite'
      ? `SELECT json_extract(value, '$[0]') AS s, json_extract(value, '$[1]') AS e,
         json_extract(value, '$[2]') AS m FROM json_each(?)`
      : `SELECT (value->>0)::bigint AS s, (value->>1)::bigint AS e, (value->>2)::bigint AS m
         FROM json_array_elements(?::json)`;
  const { from, to } = spanOf(keys);
  await openAt(backend, row, asked, wanted);
  const rows = await exec.all(
    `SELECT ${selected(row, 'r.')} FROM (${asked}) AS k
     JOIN ${row.table} r ON r.source_id = k.s AND r.element = k.e AND r.t = k.m AND r.t >= ? AND r.t <= ?`,
    [wanted, from, to],
  );
  return rows.map((cells) => wholeRow(row, cells));
}

/**
 * Rows of a series from `from` to `to`, both inclusive, ascending; no more than `limit`. Chunks that they lie in are
 * opened.
 */
export async function readRowsBetween(
  backend: RowWriter,
  row: StoredRow,
  { sourceId, element }: Pick<SeriesKey, 'sourceId' | 'element'>,
  from: number,
  to: number,
  limit: number,
): Promise<WholeRow[]> {
  await openBetween(backend, row, { row: row.id, sourceId, element }, { from, to, limit });
  const rows = await backend.exec.all(
    `SELECT ${selected(row)} FROM ${row.table} WHERE source_id = ? AND element = ? AND t >= ? AND t <= ?
     ORDER BY t LIMIT ${limit}`,
    [sourceId, element, from, to],
  );
  return rows.map((cells) => wholeRow(row, cells));
}

/** Puts the rows from `from` to `to`, both inclusive, into a window. */
export async function fillWindow(
  exec: Executor,
  row: StoredRow,
  { sourceId, element }: Pick<SeriesKey, 'sourceId' | 'element'>,
  window: Window,
  from: number,
  to: number,
): Promise<void> {
  const { derived } = row;
  if (derived === null) return;
  const expressions = derived.lookedBackAt.map((place) => columnOf(row.columns[place]?.name ?? ''));
  const values = new Float64Array(expressions.length);
  const asked = { key: { row: row.id, sourceId, element }, from, to: to + 1, expressions };
  for await (const rows of scanRows(exec, asked))
    for (const cells of rows) {
      for (let index = 0; index < values.length; index += 1) {
        const cell = cells[index + 1];
        values[index] = typeof cell === 'number' ? cell : Number.NaN;
      }
      window.put(toNumber(cells[0]), values);
    }
}
