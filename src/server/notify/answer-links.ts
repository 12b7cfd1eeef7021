/**
 * Links by which one person acknowledges alarms without signing in: each names its alarms and its person, works once, and
 * only by a press on the page that it opens (A11).
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { fromJson, toJson } from '../storage/json.ts';
import type { Db, LinkedAlarms } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';

/** How long a link works, ms. Assumed. */
export const linkLife = 24 * 3_600_000;

export interface AnswerLink {
  readonly id: number;
  readonly userId: number;
  readonly alarms: LinkedAlarms;
  readonly expiresAt: number;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

export class AnswerLinks {
  constructor(
    readonly storage: Storage,
    /** Signs what a link is for: who can only write the database makes none. */
    readonly key: Buffer,
    readonly now: () => number = Date.now,
  ) {}

  #sign(token: string, userId: number, alarms: LinkedAlarms, expiresAt: number): string {
    const named = alarms.map(({ id, rank }) => `${id}:${rank}`);
    const said = `${token} ${userId} ${named.join(',')} ${expiresAt}`;
    return createHmac('sha256', this.key).update(said).digest('base64url').slice(0, 22);
  }

  /** Makes a link for a person; answers its token with the signature. */
  async make(userId: number, alarms: LinkedAlarms): Promise<{ token: string; expiresAt: number }> {
    const token = randomBytes(24).toString('base64url');
    const now = this.now();
    const expiresAt = now + linkLife;
    await this.storage.write((db) =>
      db
        .insertInto('answer_links')
        .values({
          hash: hashOf(token),
          user_id: userId,
          alarms: toJson(alarms),
          created_at: now,
          expires_at: expiresAt,
          used_at: null,
        })
        .execute(),
    );
    return { token: `${token}.${this.#sign(token, userId, alarms, expiresAt)}`, expiresAt };
  }

  /** The link of a token; null where it is none, is over, or was used. */
  async find(given: string): Promise<AnswerLink | null> {
    const [token = '', mac = ''] = given.split('.');
    const row = await this.storage.db
      .selectFrom('answer_links')
      .selectAll()
      .where('hash', '=', hashOf(token))
      .executeTakeFirst();
    if (row === undefined || row.used_at !== null || row.expires_at <= this.now()) return null;
    const alarms = fromJson(row.alarms);
    const expected = Buffer.from(this.#sign(token, row.user_id, alarms, row.expires_at));
    const got = Buffer.from(mac);
    if (got.length !== expected.length || !timingSafeEqual(got, expected)) return null;
    return { id: row.id, userId: row.user_id, alarms, expiresAt: row.expires_at };
  }

  /** Takes a link for use, within the transaction of what it is used for; false where somebody was faster. */
  async use(db: Db, { id }: AnswerLink): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('answer_links')
      .set({ used_at: this.now() })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return Number(numUpdatedRows) === 1;
  }
}
