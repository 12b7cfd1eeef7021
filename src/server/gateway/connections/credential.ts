/**
 * Broker credentials of RTUs. The secret is made here with 192 random bits and shown once, so a salted SHA-256 is
 * enough to store (guessing is hopeless), and a fleet that comes back after a restart is let in without delay.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export interface Credential {
  /** The secret: 32 characters, shown once. */
  readonly password: string;
  /** What is stored: `sha256:<salt>:<digest>`. */
  readonly hash: string;
}

const digest = (salt: string, password: string | Uint8Array) =>
  createHash('sha256').update(salt).update(password).digest();

/** Hash of a given secret; only for secrets of at least 128 random bits. */
export function hashCredential(password: string): string {
  const salt = randomBytes(12).toString('base64url');
  return `sha256:${salt}:${digest(salt, password).toString('base64url')}`;
}

export function createCredential(): Credential {
  const password = randomBytes(24).toString('base64url');
  return { password, hash: hashCredential(password) };
}

/** True when the secret belongs to the hash; a hash of another form never matches. */
export function checkCredential(password: string | Uint8Array, hash: string): boolean {
  const [scheme, salt, expected] = hash.split(':');
  if (scheme !== 'sha256' || salt === undefined || expected === undefined) return false;
  const wanted = Buffer.from(expected, 'base64url');
  const given = digest(salt, password);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
