/** Writes of a batch on SQLite: prepared statements, row by row. */
import type { StatementSyncInstance } from '@photostructure/sqlite';
import type { Cell } from '../executor.ts';
import type { ChangedCells, ChangedDay, IngestBackend, WholeRow } from '../ingest/backend.ts';
import { notGoodText } from '../ingest/cells.ts';
import { latestText, type Series } from '../ingest/series.ts';
import type { RowKey } from '../ingest/stored-rows.ts';
import type { StoredRow } from '../tables.ts';
import type { SqliteConnection } from './connection.ts';

export class SqliteIngestBackend implements IngestBackend {
  readonly exec: SqliteConnection;
  readonly #statements = new Map<StoredRow, StatementSyncInstance>();

  constructor(connection: SqliteConnection) {
    this.exec = connection;
  }

  #insertInto(row: StoredRow): StatementSyncInstance {
    let statement = this.#statements.get(row);
    if (statement === undefined) {
      const names = [
        ...['source_id', 'element', 't', 'received_at', 'historical'],
        ...row.columns.map(({ name }) => `"${name}"`),
        ...(row.derived === null ? [] : ['computed']),
        'not_good',
      ];
      const marks = names.map(() => '?').join(', ');
      statement = this.exec.prepare(`INSERT INTO ${row.table} (${names.join(', ')}) VALUES (${marks})`);
      this.#statements.set(row, statement);
    }
    return statement;
  }

  insert(row: StoredRow, rows: readonly WholeRow[]): void {
    const statement = this.#insertInto(row);
    for (const { sourceId, element, t, receivedAt, historical, state } of rows) {
      const cells: Cell[] = [sourceId, element, t, receivedAt, historical];
      for (const cell of state.cells) cells.push(cell);
      if (row.derived !== null) cells.push(state.computed);
      cells.push(notGoodText(row, state));
      statement.run(...cells);
    }
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
    const statement = this.exec.prepare(
      `INSERT INTO rollup_days (row_id, source_id, element, day) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET day_rows = NULL WHERE day_rows IS NOT NULL`,
    );
    for (const { key, day } of days) statement.run(key.row, key.sourceId, key.element, day);
  }

  saveLatest(all: readonly Series[]): void {
    const statement = this.exec.prepare(
      `INSERT INTO latest (row_id, source_id, element, t, received_at, data, revision) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET t = excluded.t, received_at = excluded.received_at, data = excluded.data,
         revision = excluded.revision`,
    );
    for (const series of all) {
      const { key, t, receivedAt, revision } = series;
      const cells: Cell[] = [key.row, key.sourceId, key.element, t, receivedAt, latestText(series), revision];
      statement.run(...cells);
    }
  }
}
