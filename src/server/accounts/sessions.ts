import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { keepNewest } from '../keep-newest.ts';
import { isShared, momentOf } from '../processes/moment.ts';
import { steady } from '../steady.ts';
import { fixed } from '../storage/fixed.ts';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { readViewer, sameRights, type Viewer } from './viewer.ts';

const day = 86_400_000;
/**
 * How long a session is believed before the database is asked again: a revocation counts within a second (S15). Where
 * processes share one it is asked each time, so that who is signed out at one is signed out at all at once.
 */
const believedFor = 250;
const mostKnown = 10_000;
const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex');

interface Known {
  readonly viewer: Viewer;
  readonly expiresAt: number;
  readonly checkedAt: number;
}

const sessionOf = fixed((db, { key }: { key: string }) =>
  db.selectFrom('sessions').select(['user_id', 'created_at', 'expires_at']).where('token_hash', '=', key),
);

/** Sessions: opaque tokens of 256 random bits, stored as their SHA-256, good for one day at most. */
export class Sessions {
  readonly #known = new Map<string, Known>();
  /** When sessions seen by this process end, by a clock that nobody sets. */
  readonly #ends = new Map<string, number>();

  constructor(
    readonly storage: Storage,
    readonly now: () => number = Date.now,
    readonly ran: () => number = steady,
  ) {}

  /** Opens a session and answers its token; the session of `replaces` ends (S12). */
  async open(userId: number, address: string, replaces: string | null): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.storage.write(async (db) => {
      const at = await momentOf(db, this.now);
      if (replaces !== null)
        await db.deleteFrom('sessions').where('token_hash', '=', tokenHash(replaces)).execute();
      await db.deleteFrom('sessions').where('expires_at', '<', at).execute();
      await db
        .insertInto('sessions')
        .values({
          token_hash: tokenHash(token),
          user_id: userId,
          created_at: at,
          expires_at: at + day,
          address,
        })
        .execute();
    });
    if (replaces !== null) this.#known.delete(tokenHash(replaces));
    this.#endOf(tokenHash(token), day);
    return token;
  }

  /**
   * Who a token speaks for; null when it is unknown or over. A session whose user was disabled, or whose rights are
   * no longer those that it was seen with, ends here (S15).
   */
  async viewer(token: string): Promise<Viewer | null> {
    const { db } = this.storage;
    const key = tokenHash(token);
    const ran = this.ran();
    const known = this.#known.get(key);
    const isBelieved = known !== undefined && !isShared(db) && ran - known.checkedAt < believedFor;
    if (isBelieved && this.now() < known.expiresAt) return known.viewer;
    const [[row], now] = await Promise.all([sessionOf(db, { key }), momentOf(db, this.now)]);
    // Also counted from its beginning: no row may keep a session for longer than a day.
    const expiresAt = row === undefined ? 0 : Math.min(row.expires_at, row.created_at + day);
    if (row === undefined || expiresAt <= now || this.#endOf(key, expiresAt - now) <= ran) {
      this.#known.delete(key);
      return null;
    }
    const viewer = await readViewer(this.storage, row.user_id);
    if (viewer === null || (known !== undefined && !sameRights(known.viewer, viewer))) {
      await this.close(token);
      return null;
    }
    this.#known.delete(key);
    this.#known.set(key, { viewer, expiresAt, checkedAt: ran });
    keepNewest(this.#known, mostKnown);
    return viewer;
  }

  /** Kept from the first time: a clock that is set back does not make a session last longer. */
  #endOf(key: string, left: number): number {
    const end = Math.min(this.#ends.get(key) ?? Number.POSITIVE_INFINITY, this.ran() + left);
    this.#ends.delete(key);
    this.#ends.set(key, end);
    keepNewest(this.#ends, mostKnown);
    return end;
  }

  async close(token: string): Promise<void> {
    this.#known.delete(tokenHash(token));
    await this.storage.write((db) =>
      db.deleteFrom('sessions').where('token_hash', '=', tokenHash(token)).execute(),
    );
  }

  /** Ends every session of a user: disabled, role changed, password changed. */
  async closeAll(userId: number): Promise<void> {
    for (const [key, { viewer }] of this.#known) if (viewer.userId === userId) this.#known.delete(key);
    await this.storage.write((db) => db.deleteFrom('sessions').where('user_id', '=', userId).execute());
  }

  /**
   * Ends every session of a user but the one of `token`, together with `work`: a password is not changed without them
   * (S8).
   */
  async closeOthers(
    userId: number,
    token: string,
    work: (db: Kysely<Database>) => Promise<void>,
  ): Promise<void> {
    const kept = tokenHash(token);
    await this.storage.write(async (db) => {
      await work(db);
      await db.deleteFrom('sessions').where('user_id', '=', userId).where('token_hash', '!=', kept).execute();
    });
    for (const [key, { viewer }] of this.#known)
      if (viewer.userId === userId && key !== kept) this.#known.delete(key);
  }
}
