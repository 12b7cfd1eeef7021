/** Word of commits between processes: `NOTIFY` of those that write, `LISTEN` on a connection of its own. */
import type pg from 'pg';

const channel = 'groundwatch_commits';
/** Commits of so many ms are one word: at most ten a second of a process. */
const gather = 100;
/** ms before a listening connection that was lost is made again. */
const againTime = 1000;

type CommitListener = (commit: { readonly lost: boolean }) => void;

export class Commits {
  readonly #pool: pg.Pool;
  readonly #listeners = new Set<CommitListener>();
  #client: pg.PoolClient | null = null;
  #timer: NodeJS.Timeout | null = null;
  #again: NodeJS.Timeout | null = null;
  #closed = false;

  /** @param pool of connections that may be kept */
  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  on(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1 && this.#client === null) void this.#listen(false);
    return () => this.#listeners.delete(listener);
  }

  /** Something was committed here: the others hear of it soon. */
  committed(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      // Whoever misses a word looks by itself after a while.
      this.#pool.query(`NOTIFY ${channel}`).catch(() => {});
    }, gather);
    this.#timer.unref();
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#again !== null) clearTimeout(this.#again);
    this.#client?.release(true);
    this.#client = null;
  }

  #say(lost: boolean): void {
    for (const listener of this.#listeners) listener({ lost });
  }

  /** @param lost a connection was lost before: what came meanwhile was not heard */
  async #listen(lost: boolean): Promise<void> {
    try {
      const client = await this.#pool.connect();
      if (this.#closed) return client.release(true);
      this.#client = client;
      client.on('notification', () => this.#say(false));
      const ended = () => this.#ended(client);
      client.once('error', ended);
      client.once('end', ended);
      await client.query(`LISTEN ${channel}`);
      if (lost) this.#say(true);
    } catch {
      this.#ended(this.#client);
    }
  }

  #ended(client: pg.PoolClient | null): void {
    if (client !== this.#client || this.#closed) return;
    this.#client = null;
    client?.removeAllListeners('notification');
    client?.release(true);
    this.#again ??= setTimeout(() => {
      this.#again = null;
      void this.#listen(true);
    }, againTime);
    this.#again.unref();
  }
}
