/** How often somebody may call in a window of time, over all processes that share a database. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { keepNewest } from '../keep-newest.ts';
import { steady } from '../steady.ts';
import type { Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { isShared, momentOf } from './moment.ts';

/** A call that was counted. */
export interface CountedCall {
  /** Calls in the window so far, this one and those that other processes have taken for themselves included. */
  readonly current: number;
  /** ms until the window is over. */
  readonly ttl: number;
}

export interface CallWindows {
  /** Counts a call of whoever `name` names; the windows of a name have one limit and one length, ms. */
  count(name: string, limit: number, window: number): Promise<CountedCall>;
}

/** Names that a process knows. */
const kept = 20_000;

/** For one process alone, by a clock that nobody sets. */
class OwnWindows implements CallWindows {
  readonly #windows = new Map<string, { began: number; count: number }>();

  constructor(readonly ran: () => number) {}

  async count(name: string, _limit: number, window: number): Promise<CountedCall> {
    const now = this.ran();
    const known = this.#windows.get(name);
    const own = known === undefined || now - known.began >= window ? { began: now, count: 0 } : known;
    own.count += 1;
    this.#windows.delete(name);
    this.#windows.set(name, own);
    keepNewest(this.#windows, kept);
    return { current: own.count, ttl: Math.ceil(window - (now - own.began)) };
  }
}

/**
 * A process takes portions of what is left: a sixteenth, in the end one by one. Together they let no more through than
 * the limit, and keep back at most what others have taken and not used.
 */
const portions = 16;
/** Windows whose portions are asked for in one transaction: a flood of addresses costs few. */
const together = 200;
/** Windows that wait for a portion; beyond that this process counts alone. */
const mostWaiting = 2000;
const tidyEvery = 60_000;

interface Held {
  /** Calls of all in the window, those of this process's portion included. */
  taken: number;
  /** Of its portion not used yet. */
  left: number;
  /** When the window ends, by `ran`. */
  readonly ends: number;
}
interface Wanted {
  readonly name: string;
  readonly limit: number;
  readonly window: number;
  readonly portion: number;
  readonly given: (held: Held | null) => void;
}

/** In the database. */
class SharedWindows implements CallWindows {
  readonly #held = new Map<string, Held>();
  /** By name what a call waits for: others of the same name wait with it. */
  readonly #asked = new Map<string, Promise<Held | null>>();
  #wanted: Wanted[] = [];
  #isAsking = false;
  #tidied = 0;
  readonly #alone: OwnWindows;

  constructor(
    readonly storage: Storage,
    readonly failed: (error: unknown) => void,
    readonly ran: () => number,
  ) {
    this.#alone = new OwnWindows(ran);
  }

  async count(name: string, limit: number, window: number): Promise<CountedCall> {
    for (;;) {
      const used = this.#use(name, limit);
      if (used !== null) return used;
      const held = await (this.#asked.get(name) ?? this.#ask(name, limit, window));
      // A database that does not answer must not stop those who need none: until it does each process counts alone.
      if (held === null) return this.#alone.count(name, limit, window);
    }
  }

  /** Counts a call out of what is held; null = nothing is left of it, or its window is over. */
  #use(name: string, limit: number): CountedCall | null {
    const held = this.#held.get(name);
    const now = this.ran();
    if (held === undefined || now >= held.ends) return null;
    const ttl = Math.ceil(held.ends - now);
    if (held.left > 0) {
      held.left -= 1;
      return { current: held.taken - held.left, ttl };
    }
    return held.taken >= limit ? { current: limit + 1, ttl } : null;
  }

  #ask(name: string, limit: number, window: number): Promise<Held | null> {
    if (this.#wanted.length >= mostWaiting) return Promise.resolve(null);
    const held = this.#held.get(name);
    const free = held === undefined || this.ran() >= held.ends ? limit : limit - held.taken;
    const portion = Math.max(1, Math.floor(free / portions));
    const asked = new Promise<Held | null>((given) => {
      this.#wanted.push({ name, limit, window, portion, given });
    });
    this.#asked.set(name, asked);
    void this.#work();
    return asked;
  }

  async #work(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      while (this.#wanted.length > 0) {
        const some = this.#wanted.slice(0, together);
        this.#wanted = this.#wanted.slice(together);
        const found = await this.#take(some).catch((error: unknown) => {
          this.failed(error);
          return null;
        });
        some.forEach(({ name, given }, index) => {
          const held = found?.[index] ?? null;
          this.#asked.delete(name);
          this.#held.delete(name);
          if (held !== null) this.#held.set(name, held);
          given(held);
        });
        keepNewest(this.#held, kept);
      }
    } finally {
      this.#isAsking = false;
    }
  }

  #take(some: readonly Wanted[]): Promise<readonly Held[]> {
    return this.storage.write(async (db) => {
      const at = await momentOf(db, Date.now);
      // In one order everywhere: two processes that want the same ones must not wait for each other.
      const names = some.map(({ name }) => createHash('sha256').update(name).digest('base64url'));
      const order = [...some.keys()].sort((a, b) => ((names[a] ?? '') < (names[b] ?? '') ? -1 : 1));
      const found: Held[] = [];
      for (const index of order) {
        const [wanted, name] = [some[index], names[index]];
        if (wanted === undefined || name === undefined) continue;
        found[index] = await this.#takeOne(db, wanted, name, at);
      }
      if (Math.abs(at - this.#tidied) >= tidyEvery) {
        this.#tidied = at;
        await db.deleteFrom('call_windows').where('ends_at', '<=', at).execute();
      }
      return found;
    });
  }

  async #takeOne(db: Db, { limit, window, portion }: Wanted, name: string, at: number): Promise<Held> {
    const fresh = { began_at: at, ends_at: at + window, count: portion };
    const isOver = sql<boolean>`call_windows.ends_at <= ${at} OR call_windows.began_at > ${at}`;
    const row = await db
      .insertInto('call_windows')
      .values({ name, ...fresh })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({
          began_at: sql<number>`CASE WHEN ${isOver} THEN ${at} ELSE call_windows.began_at END`,
          ends_at: sql<number>`CASE WHEN ${isOver} THEN ${at + window} ELSE call_windows.ends_at END`,
          count: sql<number>`CASE WHEN ${isOver} THEN 0 ELSE call_windows.count END + ${portion}`,
        }),
      )
      .returning(['ends_at', 'count'])
      .executeTakeFirstOrThrow();
    const taken = Number(row.count);
    const left = Math.max(0, Math.min(portion, limit - (taken - portion)));
    return { taken: Math.min(taken, limit), left, ends: this.ran() + Number(row.ends_at) - at };
  }
}

/** Of this process alone. */
export const ownWindows = (ran: () => number = steady): CallWindows => new OwnWindows(ran);

/** Over all processes where they share a database, else of this process. `failed`: portions could not be had. */
export function callWindowsOf(
  storage: Storage,
  failed: (error: unknown) => void,
  ran: () => number = steady,
): CallWindows {
  return isShared(storage.db) ? new SharedWindows(storage, failed, ran) : ownWindows(ran);
}
