/** Links of RTUs that are connected to other processes: as they change, and when a process dies with its RTUs. */
import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import { databaseNow } from './life.ts';

/** ms between looks at which processes live. */
const lookEvery = 1000;

export interface LinkFeedOptions {
  readonly storage: Storage;
  readonly follow: (rtuIds: readonly number[] | 'all') => Promise<void>;
  readonly failed: (error: unknown) => void;
}

export class LinkFeed {
  readonly #options: LinkFeedOptions;
  readonly #loop: WorkLoop;
  #living = '';

  constructor(options: LinkFeedOptions) {
    this.#options = options;
    this.#loop = new WorkLoop({ run: () => this.#look(), failed: options.failed, again: [lookEvery] });
  }

  /** Reads all links, and follows them from now on. */
  async start(): Promise<void> {
    this.#living = await this.#read();
    await this.#options.follow('all');
    this.#loop.wake(undefined, lookEvery);
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Words of others may have been missed: all links are read anew. */
  wake(): void {
    this.#living = '';
    this.#loop.wake();
  }

  /** Ids of RTUs, each with commas between, as they stand in the log. */
  async changed(lists: readonly string[]): Promise<void> {
    const ids = new Set(lists.flatMap((list) => list.split(',').map(Number)));
    if (ids.size > 0) await this.#options.follow([...ids]);
  }

  async #look(): Promise<number> {
    const living = await this.#read();
    if (living !== this.#living) await this.#options.follow('all');
    this.#living = living;
    return lookEvery;
  }

  async #read(): Promise<string> {
    const rows = await this.#options.storage.db
      .selectFrom('processes')
      .select('id')
      .where('until_at', '>', databaseNow)
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id).join();
  }
}
