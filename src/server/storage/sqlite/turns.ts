import { Mutex } from '../mutex.ts';
import { StorageProblem, toProblem } from '../problem.ts';
import type { SqliteConnection } from './connection.ts';
import { SharedCommit } from './shared-commit.ts';

/** What is written to one database file takes turns; the last refusal of the disk is kept until a commit succeeds. */
export class Turns {
  readonly #mutex = new Mutex();
  readonly #shared: SharedCommit;
  problem: string | null = null;
  closed = false;

  constructor(readonly writer: SqliteConnection) {
    const { database } = writer;
    this.#shared = new SharedCommit(this.#mutex, {
      begin: () => this.#begin(),
      commit: () => this.#commit(),
      fail: (error) => this.#fail(error),
      refuse: (error) => this.refuse(error),
      exec: (sql) => database.exec(sql),
      get goesOn() {
        return database.isOpen && database.isTransaction;
      },
    });
  }

  refuseClosed(): void {
    if (this.closed) throw new StorageProblem('closed', 'the storage is closed');
  }

  /** What is thrown for an error: a problem of the storage, which is kept, or the error itself. */
  refuse(error: unknown): unknown {
    const reported = toProblem(error);
    if (reported.fault === 'failed') return error;
    this.problem = `${reported.fault}: ${reported.message}`;
    return reported;
  }

  /** A turn of its own, without a transaction. */
  alone<T>(work: () => Promise<T> | T): Promise<T> {
    this.#shared.close();
    return this.#mutex.run(work);
  }

  /** A turn with a transaction of its own. */
  transact<T>(work: () => Promise<T>): Promise<T> {
    return this.alone(async () => {
      try {
        this.#begin();
        const result = await work();
        this.#commit();
        return result;
      } catch (error) {
        throw this.#fail(error);
      }
    });
  }

  /** A turn whose commit is shared with others that are asked for at about the same time. */
  share<T>(work: () => Promise<T>): Promise<T> {
    return this.#shared.run(work);
  }

  #begin(): void {
    this.refuseClosed();
    this.writer.database.exec('BEGIN IMMEDIATE');
  }

  #commit(): void {
    this.writer.database.exec('COMMIT');
    this.problem = null;
  }

  #fail(error: unknown): unknown {
    const { database } = this.writer;
    if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
    return this.refuse(error);
  }
}
