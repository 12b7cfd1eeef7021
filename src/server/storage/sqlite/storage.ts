/** The storage on embedded SQLite. */
import { mkdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { packBatch, resultOf } from '../ingest/packed.ts';
import type { AnswerTo, WriteRequest } from '../ingest/perform.ts';
import { migrate } from '../migrate.ts';
import { Mutex } from '../mutex.ts';
import { StorageProblem, toProblem } from '../problem.ts';
import { rawColumns } from '../readings/history.ts';
import type { Reads } from '../readings/reads.ts';
import { readLatest, readNewest } from '../readings/rows.ts';
import { ReadingSource } from '../readings/source.ts';
import { Rederiver } from '../rollup/rederiver.ts';
import { endedDays } from '../rollup/seal.ts';
import { Sealer } from '../rollup/sealer.ts';
import type { ReadingStore, Storage } from '../storage.ts';
import { numericSql, storedRow } from '../tables.ts';
import { pruneSources, undoAll } from '../upkeep.ts';
import { openConnection, type SqliteConnection } from './connection.ts';
import { kyselyOver } from './dialect.ts';
import { ReaderPool } from './reader-pool.ts';
import { SharedCommit } from './shared-commit.ts';
import { WriterThread, writerHere } from './writer-thread.ts';

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
    const reported = toProblem(error);
    if (reported.fault === 'failed') return error;
    problem = `${reported.fault}: ${reported.message}`;
    return reported;
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
  const transact = <T>(work: () => Promise<T>): Promise<T> =>
    alone(async () => {
      try {
        begin();
        const result = await work();
        commit();
        return result;
      } catch (error) {
        throw fail(error);
      }
    });
  const port = temporary ? writerHere(path, 'OFF') : new WriterThread(path, maxBytes);
  /** Asks the writer of readings; it has the database to itself meanwhile. */
  const ask = <R extends WriteRequest>(request: R): Promise<AnswerTo<R>> =>
    alone(async () => {
      if (closed) throw new StorageProblem('closed', 'the storage is closed');
      try {
        const answer = await port.ask(request);
        problem = null;
        return answer;
      } catch (error) {
        throw refuse(error);
      }
    });

  try {
    await transact(() => migrate(writer, Date.now()));
  } catch (error) {
    writer.close();
    throw error;
  }
  const reader = openConnection(path, true);
  const source = new ReadingSource(reader);
  const pool = new ReaderPool(path, READERS, readerUrl);
  const db = kyselyOver(reader);
  const writing = kyselyOver(writer);
  const sealer = new Sealer(async (days) => {
    await ask({ name: 'seal', days });
  });
  const rederiver = new Rederiver(
    async () => {
      const { ended, isLeft } = await ask({ name: 'derive' });
      sealer.add(ended);
      return isLeft;
    },
    async () => (await reader.all('SELECT 1 FROM rederivations LIMIT 1', [])).length > 0,
  );
  sealer.add((await endedDays(reader)).map(({ day, ...key }) => ({ key, day })));

  const reads: Reads = {
    history: (query) => pool.ask({ name: 'history', query }) as ReturnType<Reads['history']>,
    arrivals: (query) => pool.ask({ name: 'arrivals', query }) as ReturnType<Reads['arrivals']>,
    gaps: (query) => pool.ask({ name: 'gaps', query }) as ReturnType<Reads['gaps']>,
    rows: (query) => pool.ask({ name: 'rows', query }) as ReturnType<Reads['rows']>,
    overview: (row, sourceIds) =>
      pool.ask({ name: 'overview', row, sourceIds }) as ReturnType<Reads['overview']>,
  };
  const readings: ReadingStore = {
    ...reads,
    ingest: async (batch, { conflicts = 'keep', run, progress, dryRun = false } = {}) => {
      const options = { rule: conflicts, run: run ?? null, progress: progress ?? null, now: Date.now() };
      const outcome = await ask({ name: 'store', batch: packBatch(batch), options, dryRun });
      if (!dryRun) {
        sealer.add(outcome.ended);
        if (outcome.isLeft) rederiver.start();
      }
      return resultOf(batch, outcome);
    },
    undo: (run) => undoAll(ask, run, sealer, rederiver),
    latest: (row, sourceIds) => readLatest(source, row, sourceIds),
    newest: async ({ channels, count, ...key }) => {
      const expressions = numericSql(storedRow(key.row), channels);
      const rows = await readNewest(source, key, expressions, count);
      return rawColumns(channels, [[...rows].reverse()]);
    },
    prune: (row, sourceIds, before) => pruneSources(ask, row, sourceIds, before),
    settle: async () => {
      await rederiver.settle();
      await sealer.settle();
    },
  };
  return {
    dialect: 'sqlite',
    reach: { path },
    db,
    readings,
    write: (work) => {
      const done = () => work(writing);
      // Without a sync to share, and by a clock that stands while anything works, each is best by itself.
      return temporary ? transact(done) : shared.run(done);
    },
    health: async () => {
      const sizes = [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
      return { bytes: sizes.reduce((sum, size) => sum + size, 0), problem };
    },
    close: async () => {
      if (closed) return;
      await rederiver.close();
      await sealer.close();
      await alone(() => {
        closed = true;
      });
      await port.close();
      await pool.close();
      reader.close();
      writer.close();
    },
  };
}
