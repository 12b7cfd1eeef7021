/** The storage on PostgreSQL. */
import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { toNumber } from '../executor.ts';
import { type AnswerTo, ReadingWriter, type WriteRequest } from '../ingest/perform.ts';
import { migrate } from '../migrate.ts';
import { Mutex } from '../mutex.ts';
import { StorageProblem, toProblem } from '../problem.ts';
import { openReadingStore } from '../reading-store.ts';
import { readsOf } from '../readings/reads.ts';
import { ReadingSource } from '../readings/source.ts';
import type { Database } from '../schema.ts';
import type { SharedStorage } from '../shared.ts';
import type { IngestResult, Storage } from '../storage.ts';
import { noteBatch } from './batches.ts';
import { Commits } from './commits.ts';
import { type CopyingExecutor, copyingOn, executorOn, kyselyPool, openPool } from './executor.ts';
import { PostgresIngestBackend } from './ingest-backend.ts';
import { Partitions } from './partitions.ts';

/** Any number; held while the schema is brought up to date. */
const MIGRATION_LOCK = 702_411_030;
/** Any other; held by a transaction of the whole product: two hosts over one database write in turns, as on SQLite. */
const WRITE_LOCK = 702_411_031;
const READERS = 8;
/** Connections beside the turns of writers: one listens, one says that the process lives. */
const ASIDE = 2;

/** `keep`: false rolls the work back when it is done. */
async function inTransaction<T>(
  pool: pg.Pool,
  work: (exec: CopyingExecutor) => Promise<T>,
  keep = true,
): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('BEGIN');
    const result = await work(copyingOn(client));
    await client.query(keep ? 'COMMIT' : 'ROLLBACK');
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

export interface PostgresOptions {
  /** Of one host, or several: the one that writes is found. */
  readonly databaseUrl: string;
  /** A copy that long reads go to; the database itself where there is none. */
  readonly replicaUrl?: string | undefined;
  /** Connections of this process that read. */
  readonly readers?: number | undefined;
  readonly sealAfterDays: number;
}

/** Connects to a database that exists; its schema is made or brought up to date. */
export async function openPostgres({
  databaseUrl,
  replicaUrl = databaseUrl,
  readers: connections = READERS,
  sealAfterDays,
}: PostgresOptions): Promise<Storage> {
  // What it writes is marked with it: another process knows what it did not do itself.
  const processId = randomBytes(6).toString('hex');
  const name = `groundwatch ${processId}`;
  const writers = openPool(databaseUrl, { max: 1, readOnly: false, name });
  const beside = openPool(databaseUrl, { max: ASIDE, readOnly: false, name });
  const commits = new Commits(beside);
  const readers = openPool(databaseUrl, { max: connections, readOnly: true });
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
        const reported = toProblem(error);
        if (reported.fault === 'failed') throw error;
        problem = `${reported.fault}: ${reported.message}`;
        throw reported;
      }
    });
  const end = async (): Promise<void> => {
    commits.close();
    await Promise.all([writers.end(), readers.end(), beside.end()]);
  };

  try {
    await guarded(() =>
      inTransaction(writers, async (exec) => {
        await exec.all('SELECT pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
        await migrate(exec, Date.now());
      }),
    );
  } catch (error) {
    await end();
    throw error;
  }
  const reading = executorOn(readers);
  const source = new ReadingSource(reading);
  const backend = new PostgresIngestBackend(partitions);
  const writer = new ReadingWriter(backend);
  /** Asks the writer of readings; each request is a transaction, one after the other over all hosts. */
  const ask = <R extends WriteRequest>(
    request: R,
    found?: (answer: AnswerTo<R>) => readonly IngestResult[],
  ): Promise<AnswerTo<R>> =>
    guarded(async () => {
      const keep = request.name !== 'store' || !request.dryRun;
      // Another host may have written since.
      writer.core.distrust();
      try {
        const answer = await inTransaction(
          writers,
          async (exec) => {
            await exec.all('SELECT pg_advisory_xact_lock(?)', [WRITE_LOCK]);
            backend.begin(exec);
            const answer = await writer.perform(request);
            // In the same commit: whoever evaluates elsewhere hears of what is stored, or nothing is stored.
            if (keep) for (const result of found?.(answer) ?? []) await noteBatch(exec, result);
            return answer;
          },
          keep,
        );
        if (keep) {
          backend.committed();
          commits.committed();
        } else writer.forget();
        return answer;
      } catch (error) {
        writer.forget();
        throw toProblem(error);
      }
    });
  const store = await openReadingStore({
    ask,
    reads: readsOf(source),
    source,
    reader: reading,
    sealAfterDays,
  });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: kyselyPool(readers) }) });
  const shared: SharedStorage = {
    processId: name,
    aside: (work) => work(asides),
    onCommit: (listener) => commits.on(listener),
    get connections() {
      return writers.totalCount + readers.totalCount + beside.totalCount;
    },
  };
  const asides = new Kysely<Database>({ dialect: new PostgresDialect({ pool: kyselyPool(beside) }) });
  const writing = new Kysely<Database>({ dialect: new PostgresDialect({ pool: writers }) });
  return {
    dialect: 'postgres',
    reach: { databaseUrl },
    replica: { databaseUrl: replicaUrl, mayLag: replicaUrl !== databaseUrl },
    db,
    readings: store.readings,
    shared,
    write: async (work) => {
      const answer = await guarded(() =>
        writing.transaction().execute(async (db) => {
          await sql`SELECT pg_advisory_xact_lock(${WRITE_LOCK})`.execute(db);
          return work(db);
        }),
      );
      commits.committed();
      return answer;
    },
    health: async () => {
      const [found] = await reading.all('SELECT pg_database_size(current_database())', []);
      return { bytes: toNumber(found?.[0]), problem };
    },
    close: async () => {
      if (closed) return;
      await store.close();
      await mutex.run(() => {
        closed = true;
      });
      await end();
    },
  };
}
