/** The questions that every read asks of the tables, once for both dialects. */
import type { RowId } from '../../../catalogue/model.ts';
import type { RollupChannel } from '../../../derive/rollup-channels.ts';
import { type Executor, idIn, type SqlValues, toBytes, toNumber, toText } from '../executor.ts';
import { type Calendar, plainCalendar } from '../rollup/calendar.ts';
import { numbersOf, type RowCondition, type RowExpression } from '../sealed/expression.ts';
import { type ColumnPiece, countRows, firstRows, scanColumns, scanRows } from '../sealed/scan.ts';
import { type StoredRow, storedRow } from '../tables.ts';
import { ParsedLatest } from './values.ts';

/** One series of readings. */
export interface SeriesKey {
  readonly row: RowId;
  readonly sourceId: number;
  readonly element: number;
}
/** A day that has had readings. `rows` is null when it must be read from the readings. */
export interface Day {
  readonly start: number;
  readonly rows: number | null;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Longest time between two rows next to each other, ms; between receipt and collection. */
  readonly longest: number;
  readonly lag: number;
  readonly historical: number;
  readonly fault: number;
}
export interface PackedSeries {
  readonly bytes: Uint8Array;
  readonly layout: number;
}

const belongs = {
  rtu: `SELECT p.time_zone, p.day_boundary FROM rtus r JOIN stations s ON s.id = r.station_id
    JOIN projects p ON p.id = s.project_id WHERE r.id = ?`,
  sensor: `SELECT p.time_zone, p.day_boundary FROM sensors n JOIN rtus r ON r.id = n.rtu_id
    JOIN stations s ON s.id = r.station_id JOIN projects p ON p.id = s.project_id WHERE n.id = ?`,
};

/** SQL of a source's calendar; its one parameter is the source. */
export function calendarSql(row: RowId): string {
  return row === 'status' ? belongs.rtu : belongs.sensor;
}
/** The answer of `calendarSql`. */
export function toCalendar(rows: readonly SqlValues[]): Calendar {
  const [found] = rows;
  return found ? { timeZone: toText(found[0]), boundary: toNumber(found[1]) } : plainCalendar;
}

/** Reads through an executor. A moment must be a whole number of ms. */
export class ReadingSource {
  readonly exec: Executor;
  readonly parsed = new ParsedLatest();
  readonly #layouts = new Map<number, readonly RollupChannel[]>();
  constructor(exec: Executor) {
    this.exec = exec;
  }

  async calendar({ row, sourceId }: Pick<SeriesKey, 'row' | 'sourceId'>): Promise<Calendar> {
    return toCalendar(await this.exec.all(calendarSql(row), [sourceId]));
  }

  /** Readings before this moment have been pruned; −∞ when none has. */
  async floor({ row, sourceId }: Pick<SeriesKey, 'row' | 'sourceId'>): Promise<number> {
    const sql = 'SELECT t FROM reading_floors WHERE row_id = ? AND source_id = ?';
    const [found] = await this.exec.all(sql, [row, sourceId]);
    return found ? toNumber(found[0]) : Number.NEGATIVE_INFINITY;
  }

  /** Rows from `from` to before `to`; of those that are not sealed counted no further than `limit`. */
  count(key: SeriesKey, from: number, to: number, limit?: number): Promise<number> {
    return countRows(this.exec, key, from, to, limit);
  }

  /** At most `limit` rows from `from` on to before `to`, in ascending time: time, then the expressions. */
  page(
    key: SeriesKey,
    from: number,
    to: number,
    expressions: readonly RowExpression[],
    limit: number,
    where?: RowCondition,
  ): Promise<readonly SqlValues[]> {
    return firstRows(this.exec, { key, from, to, expressions, where }, limit);
  }

  /** Rows in ascending time, in slices: time, then the numeric channels. */
  scan(
    key: SeriesKey,
    from: number,
    to: number,
    channels: readonly string[],
    sink: (rows: readonly SqlValues[]) => void,
  ): Promise<void> {
    return this.scanEach(key, from, to, numbersOf(storedRow(key.row), channels), sink);
  }

  /** The same by columns. */
  scanColumns(
    key: SeriesKey,
    from: number,
    to: number,
    channels: readonly string[],
  ): AsyncGenerator<ColumnPiece, void> {
    return scanColumns(this.exec, { key, from, to, expressions: numbersOf(storedRow(key.row), channels) });
  }

  /** The same of any expressions; `where`: a condition on the rows besides. */
  async scanEach(
    key: SeriesKey,
    from: number,
    to: number,
    expressions: readonly RowExpression[],
    sink: (rows: readonly SqlValues[]) => void,
    where?: RowCondition,
  ): Promise<void> {
    for await (const rows of scanRows(this.exec, { key, from, to, expressions, where })) sink(rows);
  }

  /** Days with readings that start from `from` to before `to`. */
  async days(key: SeriesKey, from: number, to: number): Promise<readonly Day[]> {
    const rows = await this.exec.all(
      `SELECT day, day_rows, first_t, last_t, longest, lag, resent, fault FROM rollup_days
       WHERE row_id = ? AND source_id = ? AND element = ? AND day >= ? AND day < ? ORDER BY day`,
      [key.row, key.sourceId, key.element, from, to],
    );
    return rows.map(([start, count, firstAt, lastAt, longest, lag, historical, fault]) => ({
      start: toNumber(start),
      rows: count === null ? null : toNumber(count),
      firstAt: toNumber(firstAt),
      lastAt: toNumber(lastAt),
      longest: toNumber(longest),
      lag: toNumber(lag),
      historical: toNumber(historical),
      fault: toNumber(fault),
    }));
  }

  /** By day: what is rolled up, or null where the day must be read from the readings. */
  async summaries(key: SeriesKey, from: number, to: number): Promise<Map<number, PackedSeries | null>> {
    const rows = await this.exec.all(
      `SELECT day, CASE WHEN day_rows IS NULL THEN NULL ELSE summary END, layout FROM rollup_days
       WHERE row_id = ? AND source_id = ? AND element = ? AND day >= ? AND day < ? ORDER BY day`,
      [key.row, key.sourceId, key.element, from, to],
    );
    return packedByDay(rows);
  }

  async hours(key: SeriesKey, from: number, to: number): Promise<Map<number, PackedSeries | null>> {
    const rows = await this.exec.all(
      `SELECT day, hours, layout FROM rollup_hours
       WHERE row_id = ? AND source_id = ? AND element = ? AND day >= ? AND day < ? ORDER BY day`,
      [key.row, key.sourceId, key.element, from, to],
    );
    return packedByDay(rows);
  }

  /** The channels that a packed rollup holds. */
  async layout(id: number): Promise<readonly RollupChannel[]> {
    let layout = this.#layouts.get(id);
    if (!layout) {
      const [found] = await this.exec.all('SELECT channels FROM rollup_layouts WHERE id = ?', [id]);
      layout = parseLayout(toText(found?.[0]));
      this.#layouts.set(id, layout);
    }
    return layout;
  }

  /** Elements that a source has had readings of. */
  async elements(row: StoredRow, sourceIds: readonly number[]): Promise<readonly SeriesKey[]> {
    const rows = await this.exec.all(
      `SELECT source_id, element FROM latest WHERE row_id = ? AND ${idIn(this.exec.dialect, 'source_id')}`,
      [row.id, JSON.stringify(sourceIds)],
    );
    return rows.map(([sourceId, element]) => ({
      row: row.id,
      sourceId: toNumber(sourceId),
      element: toNumber(element),
    }));
  }
}

function packedByDay(rows: readonly SqlValues[]): Map<number, PackedSeries | null> {
  return new Map(
    rows.map(([day, cell, layout]) => {
      const bytes = toBytes(cell);
      return [toNumber(day), bytes ? { bytes, layout: toNumber(layout) } : null];
    }),
  );
}

/** Text of a layout, e.g. `x:plain azimuth:circular`. */
export function layoutText(channels: readonly RollupChannel[]): string {
  return channels.map(({ id, rule }) => `${id}:${rule}`).join(' ');
}
function parseLayout(text: string): readonly RollupChannel[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((part) => {
      const [id = '', rule] = part.split(':');
      return { id, rule: rule === 'sum' || rule === 'circular' ? rule : 'plain' };
    });
}
