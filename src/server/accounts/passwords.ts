import { hash, verify } from '@node-rs/argon2';
import { Gate } from './gate.ts';

/** At most four hashes at once, so that a wave of logins does not delay telemetry (S1). */
export const hashing = new Gate(4);
/** argon2id by the library's default; memory in KiB (S1, OWASP's first recommendation). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of a password, argon2id, in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return hashing.pass(() => hash(password, cost));
}

let decoy: Promise<string> | null = null;

/**
 * True when the password fits the hash. Without a hash (no such account) the same work is done on a decoy, so that
 * answers take the same time (S3).
 */
export async function checkPassword(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const spare = await decoy;
  const against = passwordHash ?? spare;
  const fits = await hashing.pass(() => verify(against, password).catch(() => false));
  return fits && passwordHash !== null;
}
