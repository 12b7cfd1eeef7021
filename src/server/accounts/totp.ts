/** The second factor of the own account (S10): set up, replaced and ended. */
import { Secret } from 'otpauth';
import { Refusal } from '../../base/errors.ts';
import { auditBy, type By } from '../audit/by.ts';
import { momentOf } from '../processes/moment.ts';
import type { CountedTry } from './guessing/throttle.ts';
import { tryingOf } from './guessing/trying.ts';
import type { Login } from './login.ts';
import { checkPassword } from './passwords.ts';
import { spendCode, stepOf, totpOf } from './totp-code.ts';

interface Proof {
  readonly password: string;
  readonly otp?: string | undefined;
}

/**
 * Proves by the password, and by a code where a second factor is in use: who has a session and the password alone must
 * neither end the factor nor put another one in its place.
 * @throws Refusal
 */
async function prove(
  { storage }: Login,
  { viewer }: By,
  { password, otp = '' }: Proof,
  tried: CountedTry,
): Promise<void> {
  const user = await storage.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', viewer.userId)
    .executeTakeFirstOrThrow();
  if (!(await checkPassword(password, user.password_hash))) {
    await tried.wrong();
    throw new Refusal(422, 'password.wrong', {}, 'password');
  }
  if (user.totp_secret !== null) {
    if (otp.trim() === '') throw new Refusal(422, 'totp.needed', {}, 'otp', { needOtp: true });
    if (!(await spendCode(storage, user, otp, tried.at))) {
      await tried.wrong();
      throw new Refusal(422, 'totp.wrong', {}, 'otp', { needOtp: true });
    }
  }
  await tried.right();
}

/**
 * Makes a secret that waits for its first code; the one in use, if any, goes on, and its code is asked for.
 * @throws Refusal
 */
export function beginTotp(login: Login, by: By, proof: Proof): Promise<{ secret: string; uri: string }> {
  const { viewer } = by;
  return login.proving(tryingOf(by), async (tried) => {
    await prove(login, by, proof, tried);
    const secret = new Secret({ size: 20 }).base32;
    await login.storage.write(async (db) => {
      await db.updateTable('users').set({ totp_pending: secret }).where('id', '=', viewer.userId).execute();
    });
    return { secret, uri: totpOf(secret, viewer.accountName).toString() };
  });
}

/** Puts the waiting secret in use, proven by its code. @throws Refusal */
export function confirmTotp(login: Login, by: By, code: string): Promise<object> {
  const { viewer } = by;
  return login.inTurn(tryingOf(by), async () => {
    const { storage, now } = login;
    await storage.write(async (db) => {
      const at = await momentOf(db, now);
      const user = await db
        .selectFrom('users')
        .select('totp_pending')
        .where('id', '=', viewer.userId)
        .executeTakeFirstOrThrow();
      if (user.totp_pending === null) throw new Refusal(409, 'totp.notBegun');
      const step = stepOf(user.totp_pending, code, at, null);
      if (step === null) throw new Refusal(422, 'totp.wrong', {}, 'otp');
      const set = { totp_secret: user.totp_pending, totp_pending: null, totp_step: step };
      await db.updateTable('users').set(set).where('id', '=', viewer.userId).execute();
      const subject = `user:${viewer.userId}`;
      await auditBy(db, by, { at: now(), action: 'session.totp.on', subject, detail: '' });
    });
    return {};
  });
}

/** Ends the second factor, with the password and one of its codes. @throws Refusal */
export function endTotp(login: Login, by: By, proof: Proof): Promise<object> {
  const { viewer } = by;
  return login.proving(tryingOf(by), async (tried) => {
    await prove(login, by, proof, tried);
    await login.storage.write(async (db) => {
      const set = { totp_secret: null, totp_pending: null, totp_step: null };
      await db.updateTable('users').set(set).where('id', '=', viewer.userId).execute();
      const subject = `user:${viewer.userId}`;
      await auditBy(db, by, { at: login.now(), action: 'session.totp.off', subject, detail: '' });
    });
    return {};
  });
}
