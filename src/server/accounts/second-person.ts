import { Refusal } from '../../base/errors.ts';
import { appendAudit } from '../audit/audit.ts';
import type { By } from '../audit/by.ts';
import { isActive, isPerson } from './active.ts';
import { tryingOf } from './guessing/trying.ts';
import type { Login } from './login.ts';
import { checkPassword } from './passwords.ts';
import { spendCode } from './totp-code.ts';
import { readViewer, type Viewer } from './viewer.ts';

/**
 * Proves that another person agrees, at the console of the first: by their own account and password, and the one-time
 * code where the account has one. Wrong ones count as failed logins of theirs.
 * @throws Refusal 422 for one's own account, a wrong password or code; 429 with the seconds to wait
 */
export function proveOther(
  login: Login,
  by: By,
  given: { readonly accountName: string; readonly password: string; readonly code?: string | undefined },
): Promise<Viewer> {
  const { storage, now } = login;
  const { accountName, password, code = '' } = given;
  const who = { ...tryingOf(by), account: accountName };
  if (accountName.toLowerCase() === by.viewer.accountName.toLowerCase())
    throw new Refusal(422, 'secondPerson.same', {}, 'accountName');
  return login.proving(who, async (tried) => {
    const user = await storage.db
      .selectFrom('users')
      .select(['id', 'password_hash', 'totp_secret', 'totp_step'])
      .where('account_name', '=', accountName)
      .where(isActive)
      .where(isPerson)
      .executeTakeFirst();
    const record = (result: 'ok' | 'refused', detail: string) =>
      storage.write((db) =>
        appendAudit(db, {
          at: now(),
          userId: user?.id ?? null,
          accountName,
          address: by.address,
          action: 'session.confirm',
          subject: user === undefined ? null : `user:${user.id}`,
          result,
          detail,
        }),
      );
    const fits = await checkPassword(password, user?.password_hash ?? null);
    if (user === undefined || !fits) {
      await tried.wrong();
      await record('refused', `second person for ${by.viewer.accountName}`);
      throw new Refusal(422, 'secondPerson.wrong', {}, 'password');
    }
    if (user.totp_secret !== null && code.trim() === '')
      throw new Refusal(422, 'totp.needed', {}, 'code', { needOtp: true });
    if (user.totp_secret !== null && !(await spendCode(storage, user, code, tried.at))) {
      await tried.wrong();
      await record('refused', 'one-time code');
      throw new Refusal(422, 'totp.wrong', {}, 'code', { needOtp: true });
    }
    const viewer = await readViewer(storage, user.id);
    if (viewer === null) throw new Refusal(422, 'secondPerson.wrong', {}, 'password');
    await tried.right();
    await record('ok', `second person for ${by.viewer.accountName}`);
    return viewer;
  });
}
