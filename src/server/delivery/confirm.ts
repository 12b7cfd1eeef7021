import { createHash, randomBytes } from 'node:crypto';
import { Refusal } from '../../base/errors.ts';
import type { AuditResult } from '../../contract/company/audit.ts';
import { tryingOf } from '../accounts/guessing/trying.ts';
import type { Login } from '../accounts/login.ts';
import { checkPassword } from '../accounts/passwords.ts';
import { spendCode } from '../accounts/totp-code.ts';
import { appendAudit } from '../audit/audit.ts';
import type { By } from '../audit/by.ts';
import { momentOf } from '../processes/moment.ts';
import { bodyHash } from './body-hash.ts';
import type { Db } from './store.ts';

/** How long a re-authentication is good, ms (I17). */
const goodFor = 300_000;
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * Proves by the password, and the one-time code where the account has one, who asks for exactly this body. Wrong ones
 * count as failed logins (S23). The answer is good once, for 5 minutes.
 * @throws Refusal 422 without or with a wrong password or code; 429 with the seconds to wait
 */
export function confirm(
  login: Login,
  by: By,
  asked: { readonly password: string; readonly code?: string | undefined; readonly body: unknown },
): Promise<{ confirmation: string; until: number }> {
  const { viewer, address } = by;
  const { storage, now } = login;
  const who = tryingOf(by);
  if (asked.password === '') throw new Refusal(422, 'set.noPassword', {}, 'password');
  const record = (db: Db, result: AuditResult, detail = '') =>
    appendAudit(db, {
      at: now(),
      userId: viewer.userId,
      accountName: viewer.accountName,
      address,
      action: 'session.confirm',
      subject: `user:${viewer.userId}`,
      result,
      detail,
    });
  return login.proving(who, async (tried) => {
    const user = await storage.db
      .selectFrom('users')
      .select(['id', 'password_hash', 'totp_secret', 'totp_step'])
      .where('id', '=', viewer.userId)
      .executeTakeFirst();
    if (!(await checkPassword(asked.password, user?.password_hash ?? null))) {
      await tried.wrong();
      await storage.write((db) => record(db, 'refused'));
      throw new Refusal(422, 'password.wrong', {}, 'password');
    }
    const secret = user?.totp_secret ?? null;
    if (secret !== null && (asked.code ?? '').trim() === '')
      throw new Refusal(422, 'totp.needed', {}, 'code', { needOtp: true });
    if (secret !== null && !(user && (await spendCode(storage, user, asked.code ?? '', tried.at)))) {
      await tried.wrong();
      await storage.write((db) => record(db, 'refused', 'one-time code'));
      throw new Refusal(422, 'totp.wrong', {}, 'code', { needOtp: true });
    }
    await tried.right();
    const confirmation = randomBytes(32).toString('base64url');
    const until = await storage.write(async (db) => {
      const at = await momentOf(db, now);
      await db.deleteFrom('confirmations').where('expires_at', '<', at).execute();
      await db
        .insertInto('confirmations')
        .values({
          token_hash: hashOf(confirmation),
          user_id: viewer.userId,
          body_hash: bodyHash(asked.body),
          expires_at: at + goodFor,
        })
        .execute();
      await record(db, 'ok');
      return at + goodFor;
    });
    return { confirmation, until };
  });
}

/**
 * Uses a confirmation up, within the transaction of what it allows.
 * @throws Refusal 422 without one (src/contract/README.md#envelope), or with one of another body, used before, or over
 */
export async function takeConfirmation(
  db: Db,
  { viewer }: By,
  given: { readonly confirmation: string | undefined; readonly hash: string; readonly now: number },
): Promise<void> {
  const at = await momentOf(db, () => given.now);
  if (given.confirmation === undefined) throw new Refusal(422, 'set.noPassword', {}, 'confirmation');
  const { numDeletedRows } = await db
    .deleteFrom('confirmations')
    .where('token_hash', '=', hashOf(given.confirmation))
    .where('user_id', '=', viewer.userId)
    .where('body_hash', '=', given.hash)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  if (numDeletedRows !== 1n) throw new Refusal(422, 'set.confirmationOver', {}, 'confirmation');
}
