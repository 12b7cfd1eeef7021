/** The storage on PostgreSQL. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import type { RowId } from '../../../catalogue/model.ts';
import { type Executor, toNumber } from '../executor.ts';
import { migrate } from '../migrate.ts';
import { Mutex } from '../mutex.ts';
import { StorageProblem, toProblem } from '../problem.ts';
import { rawColumns } from '../readings/history.ts';
import { pruneReadings, type Transact } from '../readings/prune.ts';
import { readsOf } from '../readings/reads.ts';
import { readLatest, readNewest } from '../readings/rows.ts';
import { ReadingSource } from '../readings/source.ts';
import { endedDays, sealDay } from '../rollup/seal.ts';
import { Sealer } from '../rollup/sealer.ts';
import type { Database } from '../schema.ts';
import type { ReadingStore, Storage } from '../storage.ts';
import { numericSql, storedRow } from '../tables.ts';
import { executorOn, kyselyPool, openPool } from './executor.ts';
import { store } from './ingest.ts';
import { Partitions } from './partitions.ts';

/** Any number; held while the schema is brought up to date. */
const MIGRATION_LOCK = 702_411_030;
/** Any other; held by a transaction of the whole product: two hosts over one database write in turns, as on SQLite. */
const WRITE_LOCK = 702_411_031;
const READERS = 8;

async function inTransaction<T>(pool: pg.Pool, work: (exec: Executor) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('BEGIN');
    const result = await work(executorOn(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Connects to a database that exists; its schema is made or brought up to date. */
export async function openPostgres(databaseUrl: string): Promise<Storage> {
  const writers = openPool(databaseUrl, 1, false);
  const readers = openPool(databaseUrl, READERS, true);
  const mutex = new Mutex();
  const partitions = new Partitions();
  let problem: string | null = null;
  let closed = false;

  const guarded = <T>(work: () => Promise<T>): Promise<T> =>
    mutex.run(async () => {
      if (closed) throw new StorageProblem('closed', 'the storage is closed');
      try {
        const result = await work();
        problem = null;
        return result;
      } catch (error) {
        const told = toProblem(error);
        if (told.fault === 'failed') throw error;
        problem = `${told.fault}: ${told.message}`;
        throw told;
      }
    });
  const transact: Transact = (work) => guarded(() => inTransaction(writers, work));
  const end = async (): Promise<void> => {
    await Promise.all([writers.end(), readers.end()]);
  };

  try {
    await transact(async (exec: Executor) => {
      await exec.all('SELECT pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
      await migrate(exec, Date.now());
    });
  } catch (error) {
    await end();
    throw error;
  }
  const reading = executorOn(readers);
  const source = new ReadingSource(reading);
  const layouts = new Map<RowId, number>();
  const sealer = new Sealer((days) =>
    transact(async (exec) => {
      for (const { key, day } of days) await sealDay(exec, key, day, layouts);
    }).catch((error: unknown) => {
      layouts.clear();
      throw error;
    }),
  );
  sealer.add((await endedDays(reading)).map(({ day, ...key }) => ({ key, day })));

  const readings: ReadingStore = {
    ...readsOf(source),
    ingest: async (batch) => {
      try {
        const { journal, partitions: made } = await transact((exec) => store(exec, partitions, batch));
        partitions.committed(made);
        sealer.add(journal.ended);
        const { stored, newest } = journal;
        return { stored, duplicates: batch.length - stored, newest };
      } catch (error) {
        throw toProblem(error);
      }
    },
    latest: (row, sourceIds) => readLatest(source, row, sourceIds),
    newest: async ({ channels, count, ...key }) => {
      const expressions = numericSql(storedRow(key.row), channels);
      const rows = await readNewest(source, key, expressions, count);
      return rawColumns(channels, [[...rows].reverse()]);
    },
    prune: (row, sourceIds, before) => pruneReadings(transact, row, sourceIds, before),
    settle: () => sealer.settle(),
  };
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: kyselyPool(readers) }) });
  const writing = new Kysely<Database>({ dialect: new PostgresDialect({ pool: writers }) });
  return {
    dialect: 'postgres',
    db,
    readings,
    write: (work) =>
      guarded(() =>
        writing.transaction().execute(async (db) => {
          await sql`SELECT pg_advisory_xact_lock(${WRITE_LOCK})`.execute(db);
          return work(db);
        }),
      ),
    health: async () => {
      const [found] = await reading.all('SELECT pg_database_size(current_database())', []);
      return { bytes: toNumber(found?.[0]), problem };
    },
    close: async () => {
      if (closed) return;
      await sealer.close();
      await mutex.run(() => {
        closed = true;
      });
      await end();
    },
  };
}
