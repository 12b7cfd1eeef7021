/** One-time codes by time (RFC 6238, six digits, 30 s). */
import { Secret, TOTP } from 'otpauth';
import type { Storage } from '../storage/storage.ts';

const period = 30;
/** Steps before and after now that a code may be of: clocks differ. */
const slack = 1;
const issuer = 'Groundwatch';

export const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period });

/** The step (30 s since 1970) that a code is of; null when it is wrong, or not newer than the last one used. */
export function stepOf(secret: string, code: string, now: number, last: number | null): number | null {
  const delta = totpOf(secret).validate({ token: code.trim(), timestamp: now, window: slack });
  if (delta === null) return null;
  const step = Math.floor(now / 1000 / period) + delta;
  return last !== null && step <= last ? null : step;
}

/** What of a user's row says how its second factor stands. */
export interface SecondFactor {
  readonly id: number;
  readonly totp_secret: string | null;
  readonly totp_step: number | null;
}

/**
 * Uses a code up: true for a right one that nobody has used. Of two at once, on whatever ways, one alone is taken, since
 * the database decides.
 */
export async function spendCode(
  storage: Storage,
  user: SecondFactor,
  code: string,
  now: number,
): Promise<boolean> {
  if (user.totp_secret === null) return false;
  const step = stepOf(user.totp_secret, code, now, user.totp_step);
  if (step === null) return false;
  return storage.write(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ totp_step: step })
      .where('id', '=', user.id)
      .where('totp_secret', '=', user.totp_secret)
      .where((row) => row.or([row('totp_step', 'is', null), row('totp_step', '<', step)]))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  });
}
