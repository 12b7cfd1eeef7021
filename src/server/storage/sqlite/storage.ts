/** The storage on embedded SQLite. */
import { mkdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { RowId } from '../../../catalogue/model.ts';
import { migrate } from '../migrate.ts';
import { Mutex } from '../mutex.ts';
import { StorageProblem, toProblem } from '../problem.ts';
import { rawColumns } from '../readings/history.ts';
import { pruneReadings, type Transact } from '../readings/prune.ts';
import type { Reads } from '../readings/reads.ts';
import { readLatest, readNewest } from '../readings/rows.ts';
import { ReadingSource } from '../readings/source.ts';
import type { Journal } from '../rollup/journal.ts';
import { endedDays, sealDay } from '../rollup/seal.ts';
import { Sealer } from '../rollup/sealer.ts';
import type { ReadingStore, Storage } from '../storage.ts';
import { numericSql, storedRow } from '../tables.ts';
import { openConnection, type SqliteConnection } from './connection.ts';
import { kyselyOver } from './dialect.ts';
import { SqliteIngest } from './ingest.ts';
import { ReaderPool } from './reader-pool.ts';
import { SharedCommit } from './shared-commit.ts';

export interface SqliteOptions {
  readonly dataDir: string;
  readonly readerUrl?: URL;
  readonly maxBytes?: number;
  /** Nothing in it need outlive the process: commits are not synced. */
  readonly temporary?: boolean;
}

/** Reader threads: enough that one long read leaves another free, no more than there are cores to spare. */
const READERS = Math.max(2, Math.min(4, availableParallelism() - 1));

/** Opens (or makes) `groundwatch.db` in a directory. */
export async function openSqlite({
  dataDir,
  readerUrl,
  maxBytes,
  temporary = false,
}: SqliteOptions): Promise<Storage> {
  const path = join(dataDir, 'groundwatch.db');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  let writer: SqliteConnection;
  try {
    writer = openConnection(path, false, maxBytes);
    if (temporary) writer.database.exec('PRAGMA synchronous = OFF');
  } catch (error) {
    throw toProblem(error);
  }
  const mutex = new Mutex();
  const ingest = new SqliteIngest(writer);
  let problem: string | null = null;
  let closed = false;

  const begin = (): void => {
    if (closed) throw new StorageProblem('closed', 'the storage is closed');
    writer.database.exec('BEGIN IMMEDIATE');
  };
  const commit = (): void => {
    writer.database.exec('COMMIT');
    problem = null;
  };
  const refuse = (error: unknown): unknown => {
    ingest.forget();
    const told = toProblem(error);
    if (told.fault === 'failed') return error;
    problem = `${told.fault}: ${told.message}`;
    return told;
  };
  const fail = (error: unknown): unknown => {
    if (writer.database.isOpen && writer.database.isTransaction) writer.database.exec('ROLLBACK');
    return refuse(error);
  };
  const shared = new SharedCommit(mutex, {
    begin,
    commit,
    fail,
    refuse,
    exec: (sql) => writer.database.exec(sql),
    get goesOn() {
      return writer.database.isOpen && writer.database.isTransaction;
    },
  });
  /** What is asked for takes its turn, in a transaction of its own. */
  const alone = <T>(work: () => Promise<T> | T): Promise<T> => {
    shared.close();
    return mutex.run(work);
  };
  const transact: Transact = (work) =>
    alone(async () => {
      try {
        begin();
        const result = await work(writer);
        commit();
        return result;
      } catch (error) {
        throw fail(error);
      }
    });

  try {
    await transact((exec) => migrate(exec, Date.now()));
  } catch (error) {
    writer.close();
    throw error;
  }
  const reader = openConnection(path, true);
  const source = new ReadingSource(reader);
  const pool = new ReaderPool(path, READERS, readerUrl);
  const db = kyselyOver(reader);
  const writing = kyselyOver(writer);
  const layouts = new Map<RowId, number>();
  const sealer = new Sealer((days) =>
    transact(async (exec) => {
      for (const { key, day } of days) await sealDay(exec, key, day, layouts);
    }).catch((error: unknown) => {
      layouts.clear();
      throw error;
    }),
  );
  sealer.add((await endedDays(reader)).map(({ day, ...key }) => ({ key, day })));

  const reads: Reads = {
    history: (query) => pool.ask({ name: 'history', query }) as ReturnType<Reads['history']>,
    gaps: (query) => pool.ask({ name: 'gaps', query }) as ReturnType<Reads['gaps']>,
    rows: (query) => pool.ask({ name: 'rows', query }) as ReturnType<Reads['rows']>,
    overview: (row, sourceIds) =>
      pool.ask({ name: 'overview', row, sourceIds }) as ReturnType<Reads['overview']>,
  };
  const readings: ReadingStore = {
    ...reads,
    ingest: (batch) =>
      alone(() => {
        let journal: Journal;
        try {
          begin();
          journal = ingest.store(batch);
          commit();
        } catch (error) {
          const told = fail(error);
          throw told instanceof StorageProblem ? told : toProblem(told);
        }
        sealer.add(journal.ended);
        const { stored, newest } = journal;
        return { stored, duplicates: batch.length - stored, newest };
      }),
    latest: (row, sourceIds) => readLatest(source, row, sourceIds),
    newest: async ({ channels, count, ...key }) => {
      const expressions = numericSql(storedRow(key.row), channels);
      const rows = await readNewest(source, key, expressions, count);
      return rawColumns(channels, [[...rows].reverse()]);
    },
    prune: async (row, sourceIds, before) => {
      const gone = await pruneReadings(transact, row, sourceIds, before);
      ingest.forget();
      return gone;
    },
    settle: () => sealer.settle(),
  };
  return {
    dialect: 'sqlite',
    db,
    readings,
    write: (work) => {
      const done = async () => {
        const result = await work(writing);
        ingest.forget();
        return result;
      };
      // Without a sync to share, and by a clock that stands while anything works, each is best by itself.
      return temporary ? transact(done) : shared.run(done);
    },
    health: async () => {
      const sizes = [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
      return { bytes: sizes.reduce((sum, size) => sum + size, 0), problem };
    },
    close: async () => {
      if (closed) return;
      await sealer.close();
      await alone(() => {
        closed = true;
      });
      await pool.close();
      reader.close();
      writer.close();
    },
  };
}
