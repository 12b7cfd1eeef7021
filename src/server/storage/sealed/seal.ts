/** Seals old readings: rows leave their table for chunks, within the caller's transaction. */
import type { RowId } from '../../../catalogue/model.ts';
import { type Cell, toNumber } from '../executor.ts';
import type { IngestBackend } from '../ingest/backend.ts';
import { notGoodText } from '../ingest/cells.ts';
import { readRowsBetween } from '../ingest/stored-rows.ts';
import { contentColumns, type WholeRow } from '../ingest/whole-row.ts';
import { ReadingSource, type SeriesKey } from '../readings/source.ts';
import { DAY, HOUR } from '../rollup/calendar.ts';
import { type StoredRow, storedRow } from '../tables.ts';
import { encodeChunk } from './chunk.ts';
import { delayColumn } from './expression.ts';
import { rowsOfChunk } from './open.ts';
import type { Prediction } from './predicted.ts';
import { chunkParams, chunkWhere } from './scan.ts';

/** Chunks end at these borders of UTC: a late reading opens one week, or one day, and no more. */
const WEEK = 7 * DAY;
/** A week of more rows (every 5 min) is sealed by days. */
const weekRows = 2016;
/** Days of no more rows have no hours once they are sealed. */
const shortDay = 300;
/** Rows of one transaction: it must not hold up ingest. */
const rowsAtOnce = 20_000;
/** The same of rows with samples, each of which is as large as hundreds of others. */
const samplesAtOnce = 64;

export interface Sealed {
  readonly rows: number;
  readonly chunks: number;
  /** Readings of the source that are older than asked for are left. */
  readonly isLeft: boolean;
}

/** A row's cells as chunks hold them. */
function contentOf(row: StoredRow, { historical, state }: WholeRow): readonly Cell[] {
  return [
    historical,
    notGoodText(row, state),
    ...(row.derived === null ? [] : [state.computed]),
    ...state.cells,
  ];
}

/** Changes over a time, and bearings of devices that are not turned, nearly always follow from another column. */
function predictionOf(row: StoredRow, name: string): Prediction | undefined {
  const [, of = '', hours] = /^(\w+?)(\d+)h$/.exec(name) ?? [];
  if (row.places.has(of)) return { of, lag: Number(hours) * HOUR };
  return name === 'azimuth' && row.places.has('direction') ? { of: 'direction', lag: 0 } : undefined;
}

const sameCell = (a: Cell, b: Cell): boolean =>
  a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : Object.is(a, b);

/** Is what is read back what went in, cell by cell? */
function isSame(row: StoredRow, rows: readonly WholeRow[], readBack: readonly WholeRow[]): boolean {
  return (
    rows.length === readBack.length &&
    rows.every((one, nth) => {
      const other = readBack[nth];
      if (other === undefined || one.t !== other.t || one.receivedAt !== other.receivedAt) return false;
      const cells = contentOf(row, other);
      return contentOf(row, one).every((cell, place) => sameCell(cell, cells[place] ?? null));
    })
  );
}

async function sealRows(
  { exec }: IngestBackend,
  row: StoredRow,
  { sourceId, element }: SeriesKey,
  rows: readonly WholeRow[],
): Promise<void> {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return;
  const contents = rows.map((one) => contentOf(row, one));
  const data = encodeChunk(
    rows.map(({ t }) => t),
    [
      { name: delayColumn, cells: rows.map(({ t, receivedAt }) => receivedAt - t) },
      ...contentColumns(row).map((name, place) => ({
        name,
        cells: contents.map((cells) => cells[place] ?? null),
        prediction: predictionOf(row, name),
      })),
    ],
  );
  if (!isSame(row, rows, rowsOfChunk(row, { sourceId, element }, data)))
    throw new Error(`sealing ${row.id} of source ${sourceId} would change readings`);
  const gone = await exec.run(
    `DELETE FROM ${row.table} WHERE source_id = ? AND element = ? AND t >= ? AND t <= ?`,
    [sourceId, element, first.t, last.t],
  );
  if (gone !== rows.length)
    throw new Error(
      `sealing ${row.id} of source ${sourceId}: ${gone} rows for ${rows.length} that were read`,
    );
  await exec.run(
    `INSERT INTO reading_chunks (row_id, source_id, element, first_t, last_t, row_count, data) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [row.id, sourceId, element, first.t, last.t, rows.length, data],
  );
  // Reading them from a chunk costs as little, and hours take more bytes than the chunk.
  if (rows.length <= weekRows)
    await exec.run(
      `DELETE FROM rollup_hours WHERE row_id = ? AND source_id = ? AND element = ? AND day > ? AND day <= ?
         AND EXISTS (SELECT 1 FROM rollup_days d WHERE d.row_id = rollup_hours.row_id AND d.source_id = rollup_hours.source_id
           AND d.element = rollup_hours.element AND d.day = rollup_hours.day AND d.day_rows <= ${shortDay})`,
      [row.id, sourceId, element, first.t - 2 * DAY, last.t],
    );
}

/** Rows of one chunk each: all of a week, or where they are many each day of it. */
function grouped(rows: readonly WholeRow[]): readonly (readonly WholeRow[])[] {
  if (rows.length <= weekRows) return [rows];
  const byDay = new Map<number, WholeRow[]>();
  for (const one of rows) {
    const day = Math.floor(one.t / DAY);
    const of = byDay.get(day) ?? [];
    of.push(one);
    byDay.set(day, of);
  }
  return [...byDay.values()];
}

/** The oldest row of a series in its table; NaN = it has none there. */
async function oldestOf({ exec }: IngestBackend, { table }: StoredRow, { sourceId, element }: SeriesKey) {
  const [found] = await exec.all(`SELECT min(t) FROM ${table} WHERE source_id = ? AND element = ?`, [
    sourceId,
    element,
  ]);
  return toNumber(found?.[0]);
}

/** Rows that are sealed within a span, counted by whole chunks. */
async function sealedWithin(
  { exec }: IngestBackend,
  key: SeriesKey,
  from: number,
  to: number,
): Promise<number> {
  const [found] = await exec.all(
    `SELECT CAST(coalesce(sum(c.row_count), 0) AS BIGINT) FROM reading_chunks c WHERE ${chunkWhere}`,
    chunkParams(key, from, to),
  );
  return toNumber(found?.[0]);
}

/** Rows of a series in its table within a span, counted no further than `limit`. */
async function rowsWithin(
  { exec }: IngestBackend,
  { table }: StoredRow,
  { sourceId, element }: SeriesKey,
  [from, to, limit]: readonly [number, number, number],
): Promise<number> {
  const [found] = await exec.all(
    `SELECT count(*) FROM (SELECT 1 FROM ${table}
     WHERE source_id = ? AND element = ? AND t >= ? AND t < ? LIMIT ${limit}) AS r`,
    [sourceId, element, from, to],
  );
  return toNumber(found?.[0]);
}

/**
 * What is sealed next, from the oldest reading that is not: a late one together with its week, or where that is long,
 * its day, up to what is sealed behind it. What is too long even for that stays sealed, and the reading gets a chunk of
 * its own. The end is outside.
 */
async function spanOf(
  backend: IngestBackend,
  row: StoredRow,
  key: SeriesKey,
  oldest: number,
  limit: number,
): Promise<{ readonly from: number; readonly to: number }> {
  const week = Math.floor(oldest / WEEK) * WEEK;
  const few = Math.min(weekRows, limit);
  const sealed = await sealedWithin(backend, key, week, week + WEEK);
  if (sealed === 0 || sealed + (await rowsWithin(backend, row, key, [week, week + WEEK, few + 1])) <= few)
    return { from: week, to: week + WEEK };
  const day = Math.floor(oldest / DAY) * DAY;
  const isShort = (await sealedWithin(backend, key, day, day + DAY)) < limit / 2;
  const [next] = await backend.exec.all(
    'SELECT min(first_t) FROM reading_chunks WHERE row_id = ? AND source_id = ? AND element = ? AND first_t >= ?',
    [key.row, key.sourceId, key.element, isShort ? day + DAY : oldest],
  );
  const behind = toNumber(next?.[0]);
  return {
    from: isShort ? day : oldest,
    to: Number.isNaN(behind) ? week + WEEK : Math.min(week + WEEK, behind),
  };
}

/** Seals the oldest readings of a series that are not sealed: those of one week that ends at or before `before`. */
async function sealWeek(
  backend: IngestBackend,
  row: StoredRow,
  key: SeriesKey,
  before: number,
): Promise<Sealed> {
  const limit = row.columns.some(({ type }) => type === 'blob') ? samplesAtOnce : rowsAtOnce;
  const endOf = (t: number): number => Math.floor(t / WEEK) * WEEK + WEEK;
  const oldest = await oldestOf(backend, row, key);
  const end = endOf(oldest);
  if (!(end <= before)) return { rows: 0, chunks: 0, isLeft: false };
  // What is sealed of that stretch already is opened, and sealed with it.
  const { from, to } = await spanOf(backend, row, key, oldest, limit);
  const rows = await readRowsBetween(backend, row, key, from, to - 1, limit);
  let groups = grouped(rows);
  if (rows.length === limit) {
    // A day whose end was not read is left to the next turn, where it is not all that there is.
    const whole = groups.slice(0, -1);
    if (whole.some((group) => (group.at(-1)?.t ?? 0) >= oldest)) groups = whole;
  }
  for (const group of groups) await sealRows(backend, row, key, group);
  const sum = groups.reduce((count, group) => count + group.length, 0);
  return { rows: sum, chunks: groups.length, isLeft: endOf(await oldestOf(backend, row, key)) <= before };
}

/** Seals a week of each series of a source. @param before weeks that end later stay as they are, UTC ms */
export async function sealSource(
  backend: IngestBackend,
  rowId: RowId,
  sourceId: number,
  before: number,
): Promise<Sealed> {
  const row = storedRow(rowId);
  const all = { rows: 0, chunks: 0, isLeft: false };
  for (const key of await new ReadingSource(backend.exec).elements(row, [sourceId])) {
    const { rows, chunks, isLeft } = await sealWeek(backend, row, key, before);
    all.rows += rows;
    all.chunks += chunks;
    all.isLeft ||= isLeft;
  }
  return all;
}
