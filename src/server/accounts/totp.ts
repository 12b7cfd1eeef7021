/** One-time codes by time (RFC 6238, six digits, 30 s), offered as a second factor (S10). */
import { Secret, TOTP } from 'otpauth';
import { Refusal } from '../../base/errors.ts';
import { auditBy, type By } from '../audit/by.ts';
import type { Login } from './login.ts';
import { checkPassword } from './passwords.ts';

const period = 30;
/** Steps before and after now that a code may be of: clocks differ. */
const slack = 1;
const issuer = 'Groundwatch';

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period });

/** The step (30 s since 1970) that a code is of; null when it is wrong, or not newer than the last one used. */
export function stepOf(secret: string, code: string, now: number, last: number | null): number | null {
  const delta = totpOf(secret).validate({ token: code.trim(), timestamp: now, window: slack });
  if (delta === null) return null;
  const step = Math.floor(now / 1000 / period) + delta;
  return last !== null && step <= last ? null : step;
}

async function confirmPassword(login: Login, { viewer, address }: By, password: string) {
  const { storage, throttle } = login;
  const wait = throttle.wait(viewer.accountName, address);
  if (wait > 0) throw new Refusal(429, 'login.throttled', { seconds: Math.ceil(wait / 1000) });
  const user = await storage.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', viewer.userId)
    .executeTakeFirstOrThrow();
  if (!(await checkPassword(password, user.password_hash))) {
    throttle.failed(viewer.accountName, address);
    throw new Refusal(422, 'password.wrong', {}, 'password');
  }
  return user;
}

/** Makes a secret that waits for its first code; the one in use, if any, goes on. @throws Refusal */
export function beginTotp(login: Login, by: By, password: string): Promise<{ secret: string; uri: string }> {
  const { viewer, address } = by;
  return login.inTurn(viewer.accountName, address, async () => {
    await confirmPassword(login, by, password);
    const secret = new Secret({ size: 20 }).base32;
    await login.storage.write(async (db) => {
      await db.updateTable('users').set({ totp_pending: secret }).where('id', '=', viewer.userId).execute();
    });
    return { secret, uri: totpOf(secret, viewer.accountName).toString() };
  });
}

/** Puts the waiting secret in use, proven by its code. @throws Refusal */
export function confirmTotp(login: Login, by: By, code: string): Promise<object> {
  const { viewer, address } = by;
  return login.inTurn(viewer.accountName, address, async () => {
    const { storage, now } = login;
    await storage.write(async (db) => {
      const user = await db
        .selectFrom('users')
        .select('totp_pending')
        .where('id', '=', viewer.userId)
        .executeTakeFirstOrThrow();
      if (user.totp_pending === null) throw new Refusal(409, 'totp.notBegun');
      const step = stepOf(user.totp_pending, code, now(), null);
      if (step === null) throw new Refusal(422, 'totp.wrong', {}, 'otp');
      const set = { totp_secret: user.totp_pending, totp_pending: null, totp_step: step };
      await db.updateTable('users').set(set).where('id', '=', viewer.userId).execute();
      const subject = `user:${viewer.userId}`;
      await auditBy(db, by, { at: now(), action: 'session.totp.on', subject, detail: '' });
    });
    return {};
  });
}

/** Ends the second factor, with the password. @throws Refusal */
export function endTotp(login: Login, by: By, password: string): Promise<object> {
  const { viewer, address } = by;
  return login.inTurn(viewer.accountName, address, async () => {
    await confirmPassword(login, by, password);
    await login.storage.write(async (db) => {
      const set = { totp_secret: null, totp_pending: null, totp_step: null };
      await db.updateTable('users').set(set).where('id', '=', viewer.userId).execute();
      const subject = `user:${viewer.userId}`;
      await auditBy(db, by, { at: login.now(), action: 'session.totp.off', subject, detail: '' });
    });
    return {};
  });
}
