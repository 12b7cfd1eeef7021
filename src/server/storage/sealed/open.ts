/**
 * Opens chunks: their rows are put back into their table, and the chunk goes, within the caller's transaction. Whoever
 * changes rows, or rows next to them, opens the chunks that they lie in first; idle time seals them again.
 */
import { type Cell, type Executor, type SqlValues, toBytes, toNumber } from '../executor.ts';
import { contentColumns, type WholeRow, wholeRow } from '../ingest/whole-row.ts';
import type { SeriesKey } from '../readings/source.ts';
import type { StoredRow } from '../tables.ts';
import { OpenChunk } from './chunk.ts';
import { delayColumn } from './expression.ts';
import { chunkParams, chunkWhere } from './scan.ts';

/** Writes rows within the caller's transaction. */
export interface RowWriter {
  readonly exec: Executor;
  insert(row: StoredRow, rows: readonly WholeRow[]): void | Promise<void>;
}

/** All rows of a chunk. */
export function rowsOfChunk(
  row: StoredRow,
  { sourceId, element }: Pick<SeriesKey, 'sourceId' | 'element'>,
  bytes: Uint8Array,
): WholeRow[] {
  const chunk = new OpenChunk(bytes);
  const delay = chunk.cellsOf(delayColumn);
  const contents = contentColumns(row).map((name) => chunk.cellsOf(name));
  return Array.from(chunk.t, (t, nth) => {
    const cells: Cell[] = [sourceId, element, t, t + Number(delay(nth))];
    for (const content of contents) cells.push(content(nth));
    return wholeRow(row, cells);
  });
}

async function open(backend: RowWriter, row: StoredRow, found: readonly SqlValues[]): Promise<void> {
  for (const [id, sourceId, element, data] of found) {
    const key = { sourceId: toNumber(sourceId), element: toNumber(element) };
    await backend.exec.run('DELETE FROM reading_chunks WHERE id = ?', [toNumber(id)]);
    await backend.insert(row, rowsOfChunk(row, key, toBytes(data) ?? new Uint8Array(0)));
  }
}

/**
 * Opens the chunks that hold one of some moments.
 * @param asked SQL of rows `s` (source), `e` (element), `m` (moment), whose one parameter is `wanted`
 */
export async function openAt(
  backend: RowWriter,
  row: StoredRow,
  asked: string,
  wanted: string,
): Promise<void> {
  const found = await backend.exec.all(
    `SELECT c.id, c.source_id, c.element, c.data FROM reading_chunks c WHERE c.id IN (
       SELECT c.id FROM (${asked}) AS k JOIN reading_chunks c
         ON c.row_id = ? AND c.source_id = k.s AND c.element = k.e AND c.first_t <= k.m AND c.last_t >= k.m)`,
    [wanted, row.id],
  );
  await open(backend, row, found);
}

/** Opens the chunks of a series from `from` to `to`, both inclusive, the oldest first, until they hold `limit` rows. */
export async function openBetween(
  backend: RowWriter,
  row: StoredRow,
  key: SeriesKey,
  { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
): Promise<void> {
  const params = chunkParams(key, from, to + 1);
  const all = await backend.exec.all(
    `SELECT c.id, c.row_count, c.first_t FROM reading_chunks c WHERE ${chunkWhere} ORDER BY c.first_t`,
    params,
  );
  let rows = 0;
  for (const [id, count, first] of all) {
    // Of the first chunk only the rows from `from` on count.
    if (rows >= limit) return;
    const found = await backend.exec.all(
      'SELECT id, source_id, element, data FROM reading_chunks WHERE id = ?',
      [toNumber(id)],
    );
    await open(backend, row, found);
    if (toNumber(first) >= from) rows += toNumber(count);
  }
}
