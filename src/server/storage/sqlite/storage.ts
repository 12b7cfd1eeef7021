/** The storage on embedded SQLite. */
import { mkdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { AnswerTo, WriteRequest } from '../ingest/perform.ts';
import { migrate } from '../migrate.ts';
import { toProblem } from '../problem.ts';
import { openReadingStore } from '../reading-store.ts';
import type { Reads } from '../readings/reads.ts';
import { ReadingSource } from '../readings/source.ts';
import type { Storage } from '../storage.ts';
import { openConnection, type SqliteConnection } from './connection.ts';
import { kyselyOver } from './dialect.ts';
import { ReaderPool } from './reader-pool.ts';
import { Turns } from './turns.ts';
import { WriterThread, writerHere } from './writer-thread.ts';

export interface SqliteOptions {
  readonly dataDir: string;
  readonly readerUrl?: URL;
  readonly maxBytes?: number;
  /** Days that readings stay as rows; 0 = nothing is sealed in the background. */
  readonly sealAfterDays?: number;
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
  sealAfterDays = 0,
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
  const turns = new Turns(writer);
  const port = temporary ? writerHere(path, 'OFF') : new WriterThread(path, maxBytes);
  /** Asks the writer of readings; it has the database to itself meanwhile. */
  const ask = <R extends WriteRequest>(request: R): Promise<AnswerTo<R>> =>
    turns.alone(async () => {
      turns.refuseClosed();
      try {
        const answer = await port.ask(request);
        turns.problem = null;
        return answer;
      } catch (error) {
        throw turns.refuse(error);
      }
    });

  try {
    await turns.transact(() => migrate(writer, Date.now()));
  } catch (error) {
    writer.close();
    throw error;
  }
  const reader = openConnection(path, true);
  const pool = new ReaderPool(path, READERS, readerUrl);
  const db = kyselyOver(reader);
  const writing = kyselyOver(writer);
  const reads: Reads = {
    history: (query) => pool.ask({ name: 'history', query }) as ReturnType<Reads['history']>,
    arrivals: (query) => pool.ask({ name: 'arrivals', query }) as ReturnType<Reads['arrivals']>,
    gaps: (query) => pool.ask({ name: 'gaps', query }) as ReturnType<Reads['gaps']>,
    rows: (query) => pool.ask({ name: 'rows', query }) as ReturnType<Reads['rows']>,
    earlier: (query) => pool.ask({ name: 'earlier', query }) as ReturnType<Reads['earlier']>,
    since: (query) => pool.ask({ name: 'since', query }) as ReturnType<Reads['since']>,
    amounts: (query) => pool.ask({ name: 'amounts', query }) as ReturnType<Reads['amounts']>,
    overview: (row, sourceIds) =>
      pool.ask({ name: 'overview', row, sourceIds }) as ReturnType<Reads['overview']>,
  };
  const store = await openReadingStore({
    ask,
    reads,
    source: new ReadingSource(reader),
    reader,
    sealAfterDays,
  });
  return {
    dialect: 'sqlite',
    reach: { path },
    replica: { path },
    db,
    readings: store.readings,
    shared: null,
    write: (work) => {
      const done = () => work(writing);
      // Without a sync to share, and by a clock that stands while anything works, each is best by itself.
      return temporary ? turns.transact(done) : turns.share(done);
    },
    health: async () => {
      const sizes = [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
      return { bytes: sizes.reduce((sum, size) => sum + size, 0), problem: turns.problem };
    },
    close: async () => {
      if (turns.closed) return;
      await store.close();
      await turns.alone(() => {
        turns.closed = true;
      });
      await port.close();
      await pool.close();
      reader.close();
      writer.close();
    },
  };
}
