import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Storage } from '../../storage/storage.ts';

/** Days that a device is known after its last login. */
const goodFor = 180;
const day = 86_400_000;
/** Accounts that one browser is remembered for: several people share the computer of a control room. */
const mostAccounts = 6;
const shape = /^([0-9a-z]{1,8})\.([\w-]{16})\.([0-9a-z]{1,9})\.([\w-]{22})$/;

/** Name of the cookie by which a browser is known again. */
export const deviceCookie = 'groundwatch-1.10.0-device';
/** Seconds that the browser keeps it. */
export const deviceCookieAge = (goodFor * day) / 1000;

/**
 * Browsers from which somebody has signed in before. Each has a budget of failures of its own, so that guesses made
 * elsewhere cannot keep its owner out (S71). The mark is signed, says nothing, opens nothing, and ends with the
 * password that it was earned with.
 */
export class Devices {
  constructor(
    readonly storage: Storage,
    readonly key: Buffer,
    /** The moment that decides, UTC ms. */
    readonly now: () => Promise<number>,
  ) {}

  #sign(user: string, id: string, at: string, passwordHash: string): string {
    const text = `${user}.${id}.${at}\n${passwordHash}`;
    return createHmac('sha256', this.key).update(text).digest('base64url').slice(0, 22);
  }

  #marks(cookie: string | undefined): readonly (readonly [string, string, string, string])[] {
    return (cookie ?? '')
      .slice(0, 1000)
      .split('~')
      .flatMap((mark) => {
        const [, user, id, at, signed] = shape.exec(mark) ?? [];
        return user && id && at && signed ? [[user, id, at, signed] as const] : [];
      })
      .slice(0, mostAccounts);
  }

  #user(accountName: string) {
    return this.storage.db
      .selectFrom('users')
      .select(['id', 'password_hash'])
      .where('account_name', '=', accountName)
      .executeTakeFirst();
  }

  /** The name by which the throttle knows the device of an account; null for one that is not known. */
  async known(cookie: string | undefined, accountName: string): Promise<string | null> {
    const marks = this.#marks(cookie);
    if (marks.length === 0) return null;
    const user = await this.#user(accountName);
    if (user === undefined) return null;
    const now = await this.now();
    for (const [of, id, at, signed] of marks) {
      const since = Number.parseInt(at, 36);
      if (of !== user.id.toString(36) || since > now || now - since > goodFor * day) continue;
      const expected = this.#sign(of, id, at, user.password_hash);
      if (timingSafeEqual(Buffer.from(expected), Buffer.from(signed))) return `${of}.${id}`;
    }
    return null;
  }

  /** The cookie's next value after a good login, or after the own password was changed; the other accounts stay in it. */
  async issue(cookie: string | undefined, accountName: string): Promise<string> {
    const user = await this.#user(accountName);
    if (user === undefined) return '';
    const own = user.id.toString(36);
    const [, before] = (await this.known(cookie, accountName))?.split('.') ?? [];
    const id = before ?? randomBytes(12).toString('base64url');
    const at = (await this.now()).toString(36);
    const mark = [own, id, at, this.#sign(own, id, at, user.password_hash)].join('.');
    const others = this.#marks(cookie).filter(([of]) => of !== own);
    return [mark, ...others.map((parts) => parts.join('.'))].slice(0, mostAccounts).join('~');
  }
}
