/** Rows as they stand in their tables, read for merging, deriving and taking back. */
import { type Cell, type Executor, toNumber } from '../executor.ts';
import type { SeriesKey } from '../readings/source.ts';
import type { StoredRow } from '../tables.ts';
import { notGoodByPlace } from './cells.ts';
import { allComputed, type RowState } from './row-state.ts';
import type { Window } from './window.ts';

/** A place in a table. */
export interface RowKey {
  readonly sourceId: number;
  readonly element: number;
  readonly t: number;
}
/** A row with all its cells. */
export interface WholeRow extends RowKey {
  readonly receivedAt: number;
  readonly historical: 0 | 1;
  readonly state: RowState;
}

const selected = (row: StoredRow, prefix = ''): string =>
  [
    'source_id',
    'element',
    't',
    'received_at',
    'historical',
    'not_good',
    ...(row.derived === null ? [] : ['computed']),
    ...row.columns.map(({ name }) => `"${name}"`),
  ]
    .map((column) => prefix + column)
    .join(', ');

function found(row: StoredRow, cells: readonly Cell[]): WholeRow {
  const [sourceId, element, t, receivedAt, historical, notGood, ...rest] = cells;
  const computed = row.derived === null ? 0 : rest.shift();
  return {
    sourceId: toNumber(sourceId),
    element: toNumber(element),
    t: toNumber(t),
    receivedAt: toNumber(receivedAt),
    historical: historical === 1 ? 1 : 0,
    state: {
      cells: rest.map((cell) => cell ?? null),
      // A row from before the bits were kept: its derived channels are the server's.
      computed: typeof computed === 'number' ? computed : allComputed(row),
      notGood: notGoodByPlace(row, notGood),
    },
  };
}

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

/** The rows of these keys that the table has, in no order. */
export async function readRowsAt(
  exec: Executor,
  row: StoredRow,
  keys: readonly RowKey[],
): Promise<WholeRow[]> {
  const wanted = JSON.stringify(keys.map(({ sourceId, element, t }) => [sourceId, element, t]));
  const asked =
    exec.dialect === 'sqlite'
      ? `SELECT json_extract(value, '$[0]') AS s, json_extract(value, '$[1]') AS e,
         json_extract(value, '$[2]') AS m FROM json_each(?)`
      : `SELECT (value->>0)::bigint AS s, (value->>1)::bigint AS e, (value->>2)::bigint AS m
         FROM json_array_elements(?::json)`;
  const { from, to } = spanOf(keys);
  const rows = await exec.all(
    `SELECT ${selected(row, 'r.')} FROM (${asked}) AS k
     JOIN ${row.table} r ON r.source_id = k.s AND r.element = k.e AND r.t = k.m AND r.t >= ? AND r.t <= ?`,
    [wanted, from, to],
  );
  return rows.map((cells) => found(row, cells));
}

/** Rows of a series from `from` to `to`, both inclusive, ascending; no more than `limit`. */
export async function readRowsBetween(
  exec: Executor,
  row: StoredRow,
  { sourceId, element }: Pick<SeriesKey, 'sourceId' | 'element'>,
  from: number,
  to: number,
  limit: number,
): Promise<WholeRow[]> {
  const rows = await exec.all(
    `SELECT ${selected(row)} FROM ${row.table} WHERE source_id = ? AND element = ? AND t >= ? AND t <= ?
     ORDER BY t LIMIT ${limit}`,
    [sourceId, element, from, to],
  );
  return rows.map((cells) => found(row, cells));
}

/** Rows read in one statement. */
const slice = 20_000;

/** Puts the stored rows from `from` to `to`, both inclusive, into a window. */
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
  const names = derived.lookedBackAt.map((place) => `"${row.columns[place]?.name}"`);
  const sql = `SELECT ${['t', ...names].join(', ')} FROM ${row.table}
    WHERE source_id = ? AND element = ? AND t >= ? AND t <= ? ORDER BY t LIMIT ${slice}`;
  const values = new Float64Array(names.length);
  for (let start = from; ; ) {
    const rows = await exec.all(sql, [sourceId, element, start, to]);
    for (const cells of rows) {
      for (let index = 0; index < values.length; index += 1) {
        const cell = cells[index + 1];
        values[index] = typeof cell === 'number' ? cell : Number.NaN;
      }
      window.put(toNumber(cells[0]), values);
    }
    if (rows.length < slice) return;
    start = toNumber(rows.at(-1)?.[0]) + 1;
  }
}
