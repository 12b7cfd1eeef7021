import { setImmediate as turn } from 'node:timers/promises';
import type { Mutex } from '../mutex.ts';

/** What a transaction is made of; each throws what the database throws. */
export interface Transaction {
  begin(): void;
  commit(): void;
  /** Runs a statement without an answer. */
  exec(sql: string): void;
  /** False where the database gave the transaction up by itself. */
  readonly goesOn: boolean;
  /** Gives up all of it; answers what is thrown. */
  fail(error: unknown): unknown;
  /** One write of it failed alone; answers what is thrown. */
  refuse(error: unknown): unknown;
}

/** One commit waits for others to join it so long at most, ms. */
const longest = 8;
/** Turns of the event loop in which others may still join: more only delay, fewer cost more syncs. */
const mostTurns = 6;
/** Writes of one commit. */
const most = 64;

interface Asked {
  /** Does the work; returns what notifies the caller once it is committed. @throws what the work throws */
  readonly work: () => Promise<() => void>;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes that are asked for at about the same time share a commit: the disk's sync is most of what a small one costs.
 * Each stands for itself, by a savepoint; none is reported as done before all of them are on the disk.
 */
export class SharedCommit {
  /** Still takes in more; null = the next one begins a commit of its own. */
  #open: Asked[] | null = null;

  constructor(
    readonly mutex: Mutex,
    readonly transaction: Transaction,
  ) {}

  /** Resolves when the work is committed. @throws what the work, or the commit, throws */
  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const asked: Asked = {
        work: async () => {
          const result = await work();
          return () => resolve(result);
        },
        reject,
      };
      if (this.#open !== null) {
        this.#open.push(asked);
        return;
      }
      const queue = [asked];
      this.#open = queue;
      this.#begin(queue);
    });
  }

  /** What is asked for from now on does not join what was asked for before. */
  close(): void {
    this.#open = null;
  }

  async #commit(queue: Asked[]): Promise<void> {
    const { transaction } = this;
    const done: { readonly tell: () => void; readonly reject: (error: unknown) => void }[] = [];
    try {
      transaction.begin();
    } catch (error) {
      const reported = transaction.fail(error);
      this.#shut(queue);
      for (const { reject } of queue) reject(reported);
      return;
    }
    try {
      const until = performance.now() + longest;
      for (let count = 0; count < most && (count === 0 || performance.now() < until); count += 1) {
        // Callers that are about to write get some turns to ask for it.
        for (let turns = 0; turns < mostTurns && queue.length === 0; turns += 1) await turn();
        const asked = queue.shift();
        if (asked === undefined) break;
        const tell = await this.#one(asked);
        if (tell !== null) done.push({ tell, reject: asked.reject });
      }
      this.#shut(queue);
      transaction.commit();
      for (const { tell } of done) tell();
    } catch (error) {
      const reported = transaction.fail(error);
      for (const { reject } of done) reject(reported);
    }
    this.#shut(queue);
    if (queue.length > 0) this.#begin(queue);
  }

  async #one({ work, reject }: Asked): Promise<(() => void) | null> {
    const { transaction } = this;
    transaction.exec('SAVEPOINT one');
    try {
      const tell = await work();
      transaction.exec('RELEASE one');
      return tell;
    } catch (error) {
      reject(transaction.refuse(error));
      // The database gave all of it up: so must those that were done before.
      if (!transaction.goesOn) throw error;
      transaction.exec('ROLLBACK TO one');
      transaction.exec('RELEASE one');
      return null;
    }
  }

  #begin(queue: Asked[]): void {
    void this.mutex.run(() => this.#commit(queue));
  }

  #shut(queue: Asked[]): void {
    if (this.#open === queue) this.#open = null;
  }
}
