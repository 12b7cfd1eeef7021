/** A reading connection of its own over a database that is open elsewhere: for threads that read aside. */
import { Kysely, PostgresDialect } from 'kysely';
import { executorOn, kyselyPool, openPool } from './postgres/executor.ts';
import { ReadingSource } from './readings/source.ts';
import type { Database } from './schema.ts';
import { openConnection } from './sqlite/connection.ts';
import { kyselyOver } from './sqlite/dialect.ts';
import type { StorageReach } from './storage.ts';

/** What is read through it; it cannot write. */
export interface ReadConnection {
  readonly db: Kysely<Database>;
  readonly source: ReadingSource;
  /** Ends the connection, once what is being read is read. */
  close(): Promise<void>;
}

/** Opens it; the database must exist and have the schema of this version. */
export function openReading(reach: StorageReach): ReadConnection {
  if ('path' in reach) {
    const connection = openConnection(reach.path, true);
    return {
      db: kyselyOver(connection),
      source: new ReadingSource(connection),
      close: async () => connection.database.close(),
    };
  }
  const pool = openPool(reach.databaseUrl, { max: 2, readOnly: true, mayLag: reach.mayLag === true });
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: kyselyPool(pool) }) }),
    source: new ReadingSource(executorOn(pool)),
    close: () => pool.end(),
  };
}
