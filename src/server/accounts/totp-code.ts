/** One-time codes by time (RFC 6238, six digits, 30 s). */
import { timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Storage } from '../storage/storage.ts';

const period = 30;
/** Steps before and after now that a code may be of: clocks differ. */
const slack = 1;
const issuer = 'Groundwatch';

export const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period });

/** The digits that were typed: authenticators show them in groups. */
const digitsOf = (code: string) => code.normalize('NFKC').replace(/\s+/g, '');

/** True for two codes in one text: each of six digits, the older one first. */
export const isPair = (code: string): boolean => /^\d{12}$/.test(digitsOf(code));

/**
 * The step (30 s since 1970) that a code is of, or the later one of two codes that follow each other; null when it is
 * wrong, or not newer than the last one used.
 */
export function stepOf(secret: string, code: string, now: number, last: number | null): number | null {
  const totp = totpOf(secret);
  const given = Buffer.from(digitsOf(code));
  const present = Math.floor(now / 1000 / period);
  const at = (step: number) => totp.generate({ timestamp: step * period * 1000 });
  let found: number | null = null;
  for (let step = present - slack; step <= present + slack; step++) {
    const first = isPair(code) ? step - 1 : step;
    const expected = Buffer.from(first === step ? at(step) : at(first) + at(step));
    const fits = given.length === expected.length && timingSafeEqual(given, expected);
    if (fits && (last === null || first > last)) found = step;
  }
  return found;
}

/** What of a user's row says how its second factor stands. */
export interface SecondFactor {
  readonly id: number;
  readonly totp_secret: string | null;
  readonly totp_step: number | null;
}

/**
 * Uses a code, or two that follow each other, up: true for a right one that nobody has used. Of two attempts at once,
 * on whatever ways, one alone is taken, since the database decides.
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
  const first = isPair(code) ? step - 1 : step;
  return storage.write(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ totp_step: step })
      .where('id', '=', user.id)
      .where('totp_secret', '=', user.totp_secret)
      .where((row) => row.or([row('totp_step', 'is', null), row('totp_step', '<', first)]))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  });
}
