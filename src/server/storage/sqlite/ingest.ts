/** Stores batches of readings on the writer's connection, synchronously, inside its transaction. */
import type { StatementSyncInstance } from '@photostructure/sqlite';
import type { RowId } from '../../../catalogue/model.ts';
import { type Cell, toNumber } from '../executor.ts';
import { calendarSql, type SeriesKey, toCalendar } from '../readings/source.ts';
import { latestText, toStored } from '../readings/values.ts';
import { type Calendar, type DaySpan, daySpan } from '../rollup/calendar.ts';
import { Journal, type Series } from '../rollup/journal.ts';
import type { Reading } from '../storage.ts';
import { type StoredRow, storedRow } from '../tables.ts';
import type { SqliteConnection } from './connection.ts';

interface Source {
  readonly calendar: Calendar;
  readonly floor: number;
  day: DaySpan;
}
function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** What it remembers of series and sources can be forgotten at any time and is then read again. */
export class SqliteIngest {
  readonly #connection: SqliteConnection;
  readonly #series = new Map<RowId, Map<number, Series>>();
  readonly #sources = new Map<RowId, Map<number, Source>>();
  readonly #inserts = new Map<RowId, StatementSyncInstance>();
  #version: unknown = null;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** Forgets what it remembers: after a failure, after a write to the relational tables, after another process's. */
  forget(): void {
    this.#series.clear();
    this.#sources.clear();
  }

  #seriesOf({ row, sourceId, element }: SeriesKey, { calendar }: Source): Series {
    const byKey = entry(this.#series, row, () => new Map());
    const number = sourceId * 1024 + element;
    let series = byKey.get(number);
    if (!series) {
      const sql = 'SELECT t FROM latest WHERE row_id = ? AND source_id = ? AND element = ?';
      const [found] = this.#connection.all(sql, [row, sourceId, element]);
      const newest = found ? toNumber(found[0]) : Number.NEGATIVE_INFINITY;
      const running = found ? daySpan(calendar, newest).start : Number.NaN;
      series = { key: { row, sourceId, element }, newest, running, marked: false };
      byKey.set(number, series);
    }
    return series;
  }

  #sourceOf({ row, sourceId, t }: Reading): Source {
    const byId = entry(this.#sources, row, () => new Map());
    let source = byId.get(sourceId);
    if (!source) {
      const calendar = toCalendar(this.#connection.all(calendarSql(row), [sourceId]));
      const sql = 'SELECT t FROM reading_floors WHERE row_id = ? AND source_id = ?';
      const [found] = this.#connection.all(sql, [row, sourceId]);
      const floor = found ? toNumber(found[0]) : Number.NEGATIVE_INFINITY;
      source = { calendar, floor, day: daySpan(calendar, t) };
      byId.set(sourceId, source);
    }
    if (t < source.day.start || t >= source.day.end) source.day = daySpan(source.calendar, t);
    return source;
  }

  #insertInto(row: StoredRow): StatementSyncInstance {
    let statement = this.#inserts.get(row.id);
    if (!statement) {
      const names = row.columns.map(({ name }) => `, "${name}"`).join('');
      const marks = ', ?'.repeat(row.columns.length);
      statement = this.#connection.prepare(
        `INSERT INTO ${row.table} (source_id, element, t, received_at, historical${names})
         VALUES (?, ?, ?, ?, ?${marks}) ON CONFLICT DO NOTHING`,
      );
      this.#inserts.set(row.id, statement);
    }
    return statement;
  }

  #insert(row: StoredRow, { sourceId, element, t, receivedAt, historical, values }: Reading): boolean {
    const cells: Cell[] = [sourceId, element, t, receivedAt, historical ? 1 : 0];
    for (const { name } of row.columns) cells.push(toStored(values[name]));
    return Number(this.#insertInto(row).run(...cells).changes) > 0;
  }

  /** Stores a batch. The caller begins the transaction before, and commits or rolls back (then forgets) after. */
  store(batch: readonly Reading[]): Journal {
    const [version] = this.#connection.all('PRAGMA data_version', []);
    if (version?.[0] !== this.#version) this.forget();
    this.#version = version?.[0];
    const journal = new Journal();
    for (const reading of batch) {
      const row = storedRow(reading.row);
      const source = this.#sourceOf(reading);
      if (reading.t < source.floor || !this.#insert(row, reading)) continue;
      journal.add(this.#seriesOf(reading, source), reading, source.day.start);
    }
    this.#mark(journal);
    this.#moveLatest(journal);
    return journal;
  }

  #mark({ changed }: Journal): void {
    const mark = this.#connection.prepare(
      `INSERT INTO rollup_days (row_id, source_id, element, day) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET day_rows = NULL WHERE day_rows IS NOT NULL`,
    );
    for (const [{ key }, days] of changed) {
      for (const day of days) mark.run(key.row, key.sourceId, key.element, day);
    }
  }

  #moveLatest({ latest }: Journal): void {
    const move = this.#connection.prepare(
      `INSERT INTO latest (row_id, source_id, element, t, received_at, data) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET t = excluded.t, received_at = excluded.received_at, data = excluded.data
       WHERE excluded.t > latest.t`,
    );
    for (const reading of latest.values()) {
      const { row, sourceId, element, t, receivedAt } = reading;
      move.run(row, sourceId, element, t, receivedAt, latestText(reading));
    }
  }
}
