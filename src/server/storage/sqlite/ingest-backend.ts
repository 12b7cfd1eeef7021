/** Writes of a batch on SQLite: prepared statements, a few rows each. */
import type { Cell } from '../executor.ts';
import type { ChangedCells, ChangedDay, IngestBackend } from '../ingest/backend.ts';
import { notGoodText } from '../ingest/cells.ts';
import { latestText, type Series } from '../ingest/series.ts';
import type { RowKey, WholeRow } from '../ingest/whole-row.ts';
import type { StoredRow } from '../tables.ts';
import type { SqliteConnection } from './connection.ts';

/** Rows of one statement where there are so many: calling one costs as much as several columns. */
const together = 8;

/** Parameters of a statement that writes several rows; kept, because one is made for every few rows. */
const cells: Cell[] = [];

export class SqliteIngestBackend implements IngestBackend {
  readonly exec: SqliteConnection;
  readonly #inserts = new Map<StoredRow, { readonly into: string; readonly width: number }>();

  constructor(connection: SqliteConnection) {
    this.exec = connection;
  }

  /** Runs `INSERT INTO into VALUES … end` for all, several rows a statement; `put` adds the cells of one to `cells`. */
  #insertAll<T>(into: string, width: number, end: string, all: readonly T[], put: (one: T) => void): void {
    const marks = `(${new Array(width).fill('?').join(', ')})`;
    const one = this.exec.prepare(`${into} VALUES ${marks}${end}`);
    const several = this.exec.prepare(`${into} VALUES ${new Array(together).fill(marks).join(', ')}${end}`);
    const whole = all.length - (all.length % together);
    for (let index = 0; index < all.length; index += index < whole ? together : 1) {
      cells.length = 0;
      if (index >= whole) {
        put(all[index] as T);
        one.run(...cells);
        continue;
      }
      for (let next = index; next < index + together; next += 1) put(all[next] as T);
      several.run(...cells);
    }
    cells.length = 0;
  }

  insert(row: StoredRow, rows: readonly WholeRow[]): void {
    let known = this.#inserts.get(row);
    if (known === undefined) {
      const names = [
        ...['source_id', 'element', 't', 'received_at', 'historical'],
        ...row.columns.map(({ name }) => `"${name}"`),
        ...(row.derived === null ? [] : ['computed']),
        'not_good',
      ];
      known = { into: `INSERT INTO ${row.table} (${names.join(', ')})`, width: names.length };
      this.#inserts.set(row, known);
    }
    const { into, width } = known;
    this.#insertAll(into, width, '', rows, ({ sourceId, element, t, receivedAt, historical, state }) => {
      cells.push(sourceId, element, t, receivedAt, historical);
      for (const cell of state.cells) cells.push(cell);
      if (row.derived !== null) cells.push(state.computed);
      cells.push(notGoodText(row, state));
    });
  }

  update(row: StoredRow, columns: readonly string[], rows: readonly ChangedCells[]): void {
    const sets = columns.map((column) => `"${column}" = ?`).join(', ');
    const statement = this.exec.prepare(
      `UPDATE ${row.table} SET ${sets} WHERE source_id = ? AND element = ? AND t = ?`,
    );
    for (const { sourceId, element, t, cells } of rows) statement.run(...cells, sourceId, element, t);
  }

  remove(row: StoredRow, rows: readonly RowKey[]): void {
    const statement = this.exec.prepare(
      `DELETE FROM ${row.table} WHERE source_id = ? AND element = ? AND t = ?`,
    );
    for (const { sourceId, element, t } of rows) statement.run(sourceId, element, t);
  }

  markDays(days: readonly ChangedDay[]): void {
    const into = 'INSERT INTO rollup_days (row_id, source_id, element, day)';
    const end = ' ON CONFLICT DO UPDATE SET day_rows = NULL WHERE day_rows IS NOT NULL';
    this.#insertAll(into, 4, end, days, ({ key, day }) => {
      cells.push(key.row, key.sourceId, key.element, day);
    });
  }

  saveLatest(all: readonly Series[]): void {
    const into = 'INSERT INTO latest (row_id, source_id, element, t, received_at, data, revision)';
    const end = ` ON CONFLICT DO UPDATE SET t = excluded.t, received_at = excluded.received_at,
      data = excluded.data, revision = excluded.revision`;
    this.#insertAll(into, 7, end, all, (series) => {
      const { key, t, receivedAt, revision } = series;
      cells.push(key.row, key.sourceId, key.element, t, receivedAt, latestText(series), revision);
    });
  }
}
