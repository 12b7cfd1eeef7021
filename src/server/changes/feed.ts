import type { Storage } from '../storage/storage.ts';
import { WorkLoop } from '../work/loop.ts';
import { type Change, changesAfter, newestChange, type Subject } from './change-log.ts';

/** Changes of so many ms are handled together. */
const gather = 100;
/** How often another process's changes are looked for, ms: a console shows them within 2 s. */
const lookEvery = 1500;
/** Read at once. */
const page = 2000;
/** Of the log the newest are kept. Whoever is further behind than that reads what it follows anew. */
const kept = 100_000;
/** After so many it is cut again. */
const cutEvery = 10_000;

/** Handles changes of one subject: their keys, each once, in the order in which they changed first. */
export type ChangeHandler = (keys: readonly string[]) => Promise<void> | void;

export interface FeedOptions {
  readonly storage: Storage;
  /** A handler failed, or the log could not be read. */
  readonly failed: (error: unknown) => void;
  /** Of the log a part was cut that had not been read: what is followed is to be read anew. */
  readonly lost?: () => void;
  readonly gather?: number;
  readonly lookEvery?: number;
  readonly kept?: number;
  readonly cutEvery?: number;
}

/** Reads the log on from its end at the start, and hands what changed to those who follow its subject. */
export class ChangeFeed {
  readonly #options: FeedOptions;
  readonly #handlers = new Map<Subject, ChangeHandler[]>();
  /** Of changes that other processes made. */
  readonly #foreign = new Map<Subject, ChangeHandler[]>();
  readonly #loop: WorkLoop<'log'>;
  #last = 0;
  #cutAt = 0;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#loop = new WorkLoop({
      run: () => this.#read(),
      failed: options.failed,
      again: [500, 1000, 2000, 5000],
    });
  }

  on(subject: Subject, handler: ChangeHandler): void {
    this.#handlers.set(subject, [...(this.#handlers.get(subject) ?? []), handler]);
  }

  /** Handles what other processes over the same database changed; of this one's own changes nothing. */
  onForeign(subject: Subject, handler: ChangeHandler): void {
    this.#foreign.set(subject, [...(this.#foreign.get(subject) ?? []), handler]);
  }

  /** Number of the newest change that was handled. */
  get last(): number {
    return this.#last;
  }

  /** Begins behind the newest change: what was before is in whatever is read now. */
  async start(): Promise<void> {
    this.#last = await newestChange(this.#options.storage.db);
    this.#cutAt = this.#last;
    this.#loop.wake('log', this.#options.lookEvery ?? lookEvery);
  }

  /** Something was written here: the log is read soon. */
  wake(): void {
    this.#loop.wake('log', this.#options.gather ?? gather);
  }

  /** Nothing is handed on from now on; resolves when the last handler is done. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #read(): Promise<number> {
    const { storage } = this.#options;
    for (;;) {
      const changes = await changesAfter(storage.db, this.#last, page);
      const last = changes.at(-1);
      if (last === undefined) break;
      if (changes.length === page && (await this.#isCut())) this.#options.lost?.();
      const own = storage.shared?.processId ?? null;
      await this.#hand(changes, this.#handlers);
      if (own !== null)
        await this.#hand(
          changes.filter(({ origin }) => origin !== own),
          this.#foreign,
        );
      this.#last = last.id;
      if (changes.length < page) break;
    }
    if (this.#last - this.#cutAt >= (this.#options.cutEvery ?? cutEvery)) {
      this.#cutAt = this.#last;
      const from = this.#last - (this.#options.kept ?? kept);
      await storage.write((db) => db.deleteFrom('changes').where('id', '<=', from).execute());
    }
    return this.#options.lookEvery ?? lookEvery;
  }

  /** Was what followed on the last change taken out of the log before it was read? */
  async #isCut(): Promise<boolean> {
    const first = await this.#options.storage.db
      .selectFrom('changes')
      .select(({ fn }) => fn.min<number>('id').as('id'))
      .executeTakeFirst();
    return Number(first?.id ?? 0) > this.#last + 1;
  }

  /** A handler that fails does not keep the others from theirs: what it was to send is in what is read next. */
  async #hand(
    changes: readonly Change[],
    handlers: ReadonlyMap<Subject, readonly ChangeHandler[]>,
  ): Promise<void> {
    const keys = new Map<Subject, Set<string>>();
    for (const { subject, key } of changes) {
      const known = keys.get(subject);
      if (known === undefined) keys.set(subject, new Set([key]));
      else known.add(key);
    }
    for (const [subject, changed] of keys)
      for (const handler of handlers.get(subject) ?? [])
        try {
          await handler([...changed]);
        } catch (error) {
          this.#options.failed(error);
        }
  }
}

/** The storage, whose commits wake a feed. */
export function waking(storage: Storage, wake: () => void): Storage {
  return {
    ...storage,
    write: async (work) => {
      const answer = await storage.write(work);
      wake();
      return answer;
    },
  };
}
