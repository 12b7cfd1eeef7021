/** A connection to the embedded database. */
import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite';
import type { Cell, Executor, SqlValues } from '../executor.ts';

export interface SqliteConnection extends Executor {
  readonly database: InstanceType<typeof DatabaseSync>;
  /** A statement of this connection, prepared once; answers rows as arrays. */
  prepare(sql: string): StatementSyncInstance;
  all(sql: string, params: SqlValues): readonly SqlValues[];
  run(sql: string, params: SqlValues): number;
  close(): void;
}

const isCell = (value: unknown): value is Cell =>
  value === null || typeof value === 'number' || typeof value === 'string' || value instanceof Uint8Array;
const isRow = (value: unknown): value is SqlValues =>
  Array.isArray(value) && (value.length === 0 || isCell(value[0]));
const areRows = (value: readonly unknown[]): value is readonly SqlValues[] =>
  value.length === 0 || isRow(value[0]);

/**
 * Opens a database file. Write-ahead log, so that readers never wait for the writer nor it for them; each commit is
 * synced (a reading that was acknowledged is on the disk). Another process's writer is waited for up to 10 s.
 */
export function openConnection(path: string, readOnly: boolean, maxBytes?: number): SqliteConnection {
  const database = new DatabaseSync(path, { readOnly, timeout: 10_000, enableForeignKeyConstraints: true });
  if (readOnly) database.exec('PRAGMA query_only = ON; PRAGMA cache_size = -32768');
  else {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -131072');
    database.exec('PRAGMA wal_autocheckpoint = 8000; PRAGMA journal_size_limit = 67108864');
    if (maxBytes !== undefined) database.exec(`PRAGMA max_page_count = ${Math.ceil(maxBytes / 4096)}`);
  }
  const statements = new Map<string, StatementSyncInstance>();
  const prepare = (sql: string): StatementSyncInstance => {
    let statement = statements.get(sql);
    if (!statement) {
      statement = database.prepare(sql);
      statement.setReturnArrays(true);
      statements.set(sql, statement);
    }
    return statement;
  };
  return {
    dialect: 'sqlite',
    database,
    prepare,
    all(sql, params) {
      const rows: readonly unknown[] = prepare(sql).all(...params);
      if (!areRows(rows)) throw new TypeError('rows of cells were expected from the database');
      return rows;
    },
    run(sql, params) {
      return Number(prepare(sql).run(...params).changes);
    },
    close() {
      statements.clear();
      if (database.isOpen) database.close();
    },
  };
}
