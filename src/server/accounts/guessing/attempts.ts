/** How often something was tried, over all processes that share a database. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { keepNewest } from '../../keep-newest.ts';
import { isShared, momentOf } from '../../processes/moment.ts';
import type { AttemptTable, Db } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';

/**
 * `open` is counted by addresses and accounts, which anybody may make up; `own` by devices and sessions; `code` wrong
 * one-time codes; `puzzle` puzzles that were answered. None pushes out what is known of another kind.
 */
export type AttemptKind = 'open' | 'own' | 'code' | 'puzzle';
export interface AttemptKey {
  readonly kind: AttemptKind;
  readonly name: string;
}
/** Moments are UTC ms. */
export interface Tally {
  readonly count: number;
  /** Of the first that is counted. */
  readonly since: number;
  readonly last: number;
  /** Under way. */
  readonly pending: number;
  /** When the newest of those that are under way began. */
  readonly tried: number;
}

/** Of each kind after how long nothing is known of a last attempt, ms, and how many are kept. */
const bounds: Readonly<Record<AttemptKind, { readonly goneAfter: number; readonly kept: number }>> = {
  open: { goneAfter: 3_600_000, kept: 20_000 },
  own: { goneAfter: 3_600_000, kept: 20_000 },
  code: { goneAfter: 86_400_000, kept: 20_000 },
  puzzle: { goneAfter: 300_000, kept: 200_000 },
};
const kinds = Object.keys(bounds) as AttemptKind[];

type Tallies = readonly (Tally | null)[];
/** What becomes of the tallies, in their order; null = nothing is known any more. */
export type AttemptWork<T> = (
  tallies: Tallies,
  at: number,
) => { readonly next: Tallies | null; readonly answer: T };

export interface Attempts {
  /** The moment that decides. */
  moment(): Promise<number>;
  /** What is known of each key. */
  read(keys: readonly AttemptKey[]): Promise<{ readonly tallies: Tallies; readonly at: number }>;
  /** Looks at keys and changes them as one: of two processes one comes after the other. `next` null changes nothing. */
  change<T>(keys: readonly AttemptKey[], work: AttemptWork<T>): Promise<T>;
}

/** The tally itself, or where the clock was set back one of now: it must not make anybody wait for longer. */
function notAfter(tally: Tally, at: number): Tally {
  const { since, last, tried } = tally;
  if (last <= at && tried <= at) return tally;
  return { ...tally, since: Math.min(since, at), last: Math.min(last, at), tried: Math.min(tried, at) };
}

/** For one process alone: a restart forgets. */
class OwnAttempts implements Attempts {
  readonly #known = new Map<AttemptKind, Map<string, Tally>>(kinds.map((kind) => [kind, new Map()]));

  constructor(readonly now: () => number) {}

  async moment(): Promise<number> {
    return this.now();
  }

  #tallies(keys: readonly AttemptKey[]): Tallies {
    return keys.map(({ kind, name }) => {
      const map = this.#known.get(kind);
      const tally = map?.get(name);
      if (tally === undefined) return null;
      const clamped = notAfter(tally, this.now());
      if (clamped !== tally) map?.set(name, clamped);
      return clamped;
    });
  }

  async read(keys: readonly AttemptKey[]) {
    return { tallies: this.#tallies(keys), at: this.now() };
  }

  async change<T>(keys: readonly AttemptKey[], work: AttemptWork<T>): Promise<T> {
    const { next, answer } = work(this.#tallies(keys), this.now());
    keys.forEach(({ kind, name }, index) => {
      const map = this.#known.get(kind);
      const tally = next?.[index];
      if (map === undefined || tally === undefined) return;
      map.delete(name);
      if (tally === null) return;
      map.set(name, tally);
      // The oldest go: a flood of made-up names must not wipe out what is known of the others.
      keepNewest(map, bounds[kind].kept);
    });
    return answer;
  }
}

/** Any number; held by a transaction that looks at attempts and changes them. */
const attemptsLock = 702_411_040;
/** How often what is over is removed, by one process, ms. */
const tidyEvery = 60_000;

const tallyOf = (row: AttemptTable): Tally => ({
  count: Number(row.count),
  since: Number(row.since),
  last: Number(row.last_at),
  pending: Number(row.pending),
  tried: Number(row.tried_at),
});
/** What people type as an account may be a password: of names there is a hash alone. */
const hashed = ({ kind, name }: AttemptKey) =>
  createHash('sha256').update(`${kind}\n${name}`).digest('base64url');

/** In the database. */
class SharedAttempts implements Attempts {
  #tidied = 0;

  constructor(
    readonly storage: Storage,
    readonly now: () => number,
  ) {}

  moment(): Promise<number> {
    return momentOf(this.storage.db, this.now);
  }

  async #tallies(db: Db, keys: readonly AttemptKey[]): Promise<Tallies> {
    const names = keys.map(hashed);
    if (names.length === 0) return [];
    const rows = await db.selectFrom('attempts').selectAll().where('name', 'in', names).execute();
    return names.map((name) => {
      const row = rows.find((one) => one.name === name);
      return row === undefined ? null : tallyOf(row);
    });
  }

  async read(keys: readonly AttemptKey[]) {
    const { db } = this.storage;
    const [tallies, at] = await Promise.all([this.#tallies(db, keys), this.moment()]);
    return { tallies: tallies.map((tally) => tally && notAfter(tally, at)), at };
  }

  change<T>(keys: readonly AttemptKey[], work: AttemptWork<T>): Promise<T> {
    return this.storage.write(async (db) => {
      await sql`SELECT pg_advisory_xact_lock(${attemptsLock})`.execute(db);
      const at = await momentOf(db, this.now);
      const stored = await this.#tallies(db, keys);
      const tallies = stored.map((tally) => tally && notAfter(tally, at));
      const { next, answer } = work(tallies, at);
      const kept = next ?? tallies;
      for (const [index, key] of keys.entries())
        if (kept[index] !== stored[index]) await this.#set(db, key, kept[index] ?? null);
      if (next !== null && Math.abs(at - this.#tidied) >= tidyEvery) await this.#tidy(db, at);
      return answer;
    });
  }

  async #set(db: Db, key: AttemptKey, tally: Tally | null): Promise<void> {
    const name = hashed(key);
    if (tally === null) {
      await db.deleteFrom('attempts').where('kind', '=', key.kind).where('name', '=', name).execute();
      return;
    }
    const { count, since, last, pending, tried } = tally;
    const row = { count, since, last_at: last, pending, tried_at: tried };
    await db
      .insertInto('attempts')
      .values({ kind: key.kind, name, ...row })
      .onConflict((conflict) => conflict.columns(['kind', 'name']).doUpdateSet(row))
      .execute();
  }

  async #tidy(db: Db, at: number): Promise<void> {
    this.#tidied = at;
    for (const kind of kinds) {
      const { goneAfter, kept } = bounds[kind];
      const newest = await db
        .selectFrom('attempts')
        .select('last_at')
        .where('kind', '=', kind)
        .orderBy('last_at', 'desc')
        .offset(kept)
        .limit(1)
        .executeTakeFirst();
      const before = Math.max(at - goneAfter, Number(newest?.last_at ?? Number.NEGATIVE_INFINITY));
      await db.deleteFrom('attempts').where('kind', '=', kind).where('last_at', '<=', before).execute();
    }
  }
}

/** Of this process alone. */
export const ownAttempts = (now: () => number): Attempts => new OwnAttempts(now);

/** Of the database where processes share one, by its clock; else of this process, by `now`. */
export function attemptsOf(storage: Storage, now: () => number): Attempts {
  return isShared(storage.db) ? new SharedAttempts(storage, now) : ownAttempts(now);
}
