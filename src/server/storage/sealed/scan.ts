/**
 * Rows of one series, wherever they are: in their table or in sealed chunks. Each piece is one statement, so that a row
 * that is sealed or opened meanwhile is seen once.
 */
import { type Cell, type Executor, type SqlValues, toBytes, toNumber } from '../executor.ts';
import type { SeriesKey } from '../readings/source.ts';
import { storedRow } from '../tables.ts';
import { OpenChunk } from './chunk.ts';
import type { NumberExpression, RowCondition, RowExpression } from './expression.ts';

/** Rows of the table, and chunks, of one statement. */
const slice = 20_000;
const chunksAtOnce = 16;

export interface RowsAsked {
  readonly key: SeriesKey;
  /** Inclusive from, exclusive to; whole ms. */
  readonly from: number;
  readonly to: number;
  /** What is answered of each row, after its time. */
  readonly expressions: readonly RowExpression[];
  readonly where?: RowCondition | undefined;
  /** From the newest on. */
  readonly isDescending?: boolean;
}

interface Piece {
  /** In the order asked for. */
  readonly rows: readonly SqlValues[];
  /** Where to go on; null = all was answered. */
  readonly next: number | null;
}

/** RowCondition that a chunk holds readings of a series within a span; the parameters are those of `chunkParams`. */
export const chunkWhere =
  'c.row_id = ? AND c.source_id = ? AND c.element = ? AND c.first_t < ? AND c.last_t >= ?';
/** `to` is outside. */
export const chunkParams = (key: SeriesKey, from: number, to: number): SqlValues => [
  key.row,
  key.sourceId,
  key.element,
  to,
  from,
];

/** A chunk's rows within a span that fulfil a condition, ascending. */
function rowsOf(bytes: Uint8Array, { from, to, expressions, where }: RowsAsked): SqlValues[] {
  const chunk = new OpenChunk(bytes);
  const end = chunk.placeOf(to);
  const cells = expressions.map((expression) => expression.of(chunk));
  const holds = where?.of(chunk);
  const rows: SqlValues[] = [];
  for (let nth = chunk.placeOf(from); nth < end; nth += 1) {
    if (holds?.(nth) === false) continue;
    const row: Cell[] = [chunk.t[nth] ?? Number.NaN];
    for (const cell of cells) row.push(cell(nth));
    rows.push(row);
  }
  return rows;
}

interface Found {
  readonly rows: readonly SqlValues[];
  readonly chunks: readonly { readonly first: number; readonly last: number; readonly bytes: Uint8Array }[];
}

async function ask(exec: Executor, asked: RowsAsked, limit: number): Promise<Found> {
  const { key, from, to, expressions, where } = asked;
  const order = asked.isDescending === true ? 'DESC' : 'ASC';
  const { table } = storedRow(key.row);
  const width = expressions.length + 1;
  const nulls = expressions.map(() => ', NULL').join('');
  const sql = `SELECT r.*, NULL, NULL FROM (
      SELECT ${['t', ...expressions.map((one, index) => `${one.sql} AS e${index}`)].join(', ')} FROM ${table}
      WHERE source_id = ? AND element = ? AND t >= ? AND t < ?${where === undefined ? '' : ` AND ${where.sql}`}
      ORDER BY t ${order} LIMIT ${limit}) AS r
    UNION ALL SELECT s.first_t${nulls}, s.last_t, s.data FROM (
      SELECT c.first_t, c.last_t, c.data FROM reading_chunks c WHERE ${chunkWhere}
      ORDER BY c.first_t ${order} LIMIT ${asked.isDescending === true ? 1 : chunksAtOnce}) AS s`;
  const all = await exec.all(sql, [
    ...[key.sourceId, key.element, from, to, ...(where?.params ?? [])],
    ...chunkParams(key, from, to),
  ]);
  const rows: SqlValues[] = [];
  const chunks: Found['chunks'][number][] = [];
  for (const cells of all) {
    const bytes = toBytes(cells[width + 1]);
    if (bytes !== null) chunks.push({ first: toNumber(cells[0]), last: toNumber(cells[width]), bytes });
    else {
      (cells as Cell[]).length = width; // the answer is ours alone
      rows.push(cells);
    }
  }
  return { rows, chunks };
}

/** Merges two lists in order of time; no time is in both. */
function merged(a: readonly SqlValues[], b: readonly SqlValues[]): readonly SqlValues[] {
  if (b.length === 0) return a;
  if (a.length === 0) return b;
  return [...a, ...b].sort((one, other) => toNumber(one[0]) - toNumber(other[0]));
}

/** All up to here is in what was found; infinite = there is no more. */
function endOfPiece(rows: Found['rows'], chunks: Found['chunks'], limit: number): number {
  const ofTable = rows.length < limit ? Number.POSITIVE_INFINITY : toNumber(rows.at(-1)?.[0]);
  const ofChunks = chunks.length < chunksAtOnce ? Number.POSITIVE_INFINITY : (chunks.at(-1)?.last ?? 0);
  return Math.min(ofTable, ofChunks);
}

async function pieceUp(exec: Executor, asked: RowsAsked, limit: number): Promise<Piece> {
  const { rows, chunks } = await ask(exec, asked, limit);
  const end = endOfPiece(rows, chunks, limit);
  const isAll = end === Number.POSITIVE_INFINITY;
  const part = isAll ? asked : { ...asked, to: Math.min(asked.to, end + 1) };
  const sealed = chunks.flatMap(({ bytes, first }) => (first < part.to ? rowsOf(bytes, part) : []));
  const kept = isAll ? rows : rows.filter(([t]) => toNumber(t) <= end);
  return { rows: merged(kept, sealed), next: isAll ? null : end + 1 };
}

async function pieceDown(exec: Executor, asked: RowsAsked, limit: number): Promise<Piece> {
  const { rows, chunks } = await ask(exec, asked, limit);
  const ofTable = rows.length < limit ? Number.NEGATIVE_INFINITY : toNumber(rows.at(-1)?.[0]);
  // Only the newest chunk was asked for: older ones may be behind it.
  const ofChunks = chunks[0]?.first ?? Number.NEGATIVE_INFINITY;
  const start = Math.max(ofTable, ofChunks);
  const isAll = start === Number.NEGATIVE_INFINITY;
  const part = isAll ? asked : { ...asked, from: Math.max(asked.from, start) };
  const sealed = chunks.flatMap(({ bytes, last }) => (last >= part.from ? rowsOf(bytes, part) : []));
  const kept = ofTable >= ofChunks ? rows : rows.filter(([t]) => toNumber(t) >= start);
  const all = sealed.length === 0 ? kept : [...merged([...kept].reverse(), sealed)].reverse();
  return { rows: all, next: isAll ? null : start };
}

/** Rows piece by piece, in order. @param limit rows that are wanted of a piece */
export async function* scanRows(
  exec: Executor,
  asked: RowsAsked,
  limit: number = slice,
): AsyncGenerator<readonly SqlValues[], void> {
  let { from, to } = asked;
  while (from < to) {
    const part = { ...asked, from, to };
    const { rows, next } = await (asked.isDescending === true ? pieceDown : pieceUp)(exec, part, limit);
    if (rows.length > 0) yield rows;
    if (next === null) return;
    if (asked.isDescending === true) to = next;
    else from = next;
  }
}

/** Consecutive rows by columns: times, then of each expression its numbers; NaN = missing. They must not be changed. */
export interface ColumnPiece {
  readonly t: Float64Array;
  readonly values: readonly Float64Array[];
}
export interface ColumnsAsked extends Pick<RowsAsked, 'key' | 'from' | 'to'> {
  readonly expressions: readonly NumberExpression[];
}

/** Rows (time, numbers …) by columns. */
export function columnsOf(rows: readonly SqlValues[], width: number): ColumnPiece {
  const columns = Array.from({ length: width + 1 }, (_, place) =>
    Float64Array.from(rows, (cells) => toNumber(cells[place])),
  );
  const [t = new Float64Array(0), ...values] = columns;
  return { t, values };
}

/** Rows in ascending time by columns: those of chunks as they are decoded. */
export async function* scanColumns(exec: Executor, asked: ColumnsAsked): AsyncGenerator<ColumnPiece, void> {
  const { to, expressions } = asked;
  for (let { from } = asked; from < to; ) {
    const { rows, chunks } = await ask(exec, { ...asked, from }, slice);
    const end = endOfPiece(rows, chunks, slice);
    const last = Math.min(to, end + 1);
    const pieces = chunks.flatMap(({ bytes, first }): ColumnPiece[] => {
      if (first >= last) return [];
      const chunk = new OpenChunk(bytes);
      const span = [chunk.placeOf(from), chunk.placeOf(last)] as const;
      const values = expressions.map((expression) => expression.numbers(chunk).subarray(...span));
      return [{ t: chunk.t.subarray(...span), values }];
    });
    // No row of the table lies within a chunk: those between two chunks are a piece.
    const edges = [...pieces.map(({ t }) => t[0] ?? last), last];
    let at = 0;
    for (const [nth, edge] of edges.entries()) {
      const start = at;
      while (at < rows.length && toNumber(rows[at]?.[0]) < edge) at += 1;
      if (at > start) yield columnsOf(rows.slice(start, at), expressions.length);
      const piece = pieces[nth];
      if (piece !== undefined && piece.t.length > 0) yield piece;
    }
    if (end === Number.POSITIVE_INFINITY) return;
    from = end + 1;
  }
}

/** The first `limit` rows in order. */
export async function firstRows(
  exec: Executor,
  asked: RowsAsked,
  limit: number,
): Promise<readonly SqlValues[]> {
  if (limit <= 0) return [];
  const all: SqlValues[] = [];
  for await (const rows of scanRows(exec, asked, Math.min(limit, slice))) {
    for (const row of rows) {
      all.push(row);
      if (all.length === limit) return all;
    }
  }
  return all;
}

/** How many rows a series has within a span, counted no further than `limit` of those that are not sealed. */
export async function countRows(
  exec: Executor,
  key: SeriesKey,
  from: number,
  to: number,
  limit?: number,
): Promise<number> {
  const where = `FROM ${storedRow(key.row).table} WHERE source_id = ? AND element = ? AND t >= ? AND t < ?`;
  const inTable =
    limit === undefined
      ? `SELECT count(*) ${where}`
      : `SELECT count(*) FROM (SELECT 1 ${where} LIMIT ${limit}) AS r`;
  const found = await exec.all(
    `SELECT (${inTable}), NULL UNION ALL
     SELECT c.row_count, CASE WHEN c.first_t >= ? AND c.last_t < ? THEN NULL ELSE c.data END
     FROM reading_chunks c WHERE ${chunkWhere}`,
    [key.sourceId, key.element, from, to, from, to, ...chunkParams(key, from, to)],
  );
  let sum = 0;
  for (const [rows, data] of found) {
    const bytes = toBytes(data);
    if (bytes === null) sum += toNumber(rows);
    else {
      const chunk = new OpenChunk(bytes);
      sum += chunk.placeOf(to) - chunk.placeOf(from);
    }
  }
  return sum;
}
