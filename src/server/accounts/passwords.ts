import { hash, verify } from '@node-rs/argon2';

/** argon2id with the library's defaults (19 MiB, t 2, p 1): SECURITY S1. */
const atOnce = 4;
let running = 0;
const waiting: (() => void)[] = [];

/** At most four hashes at once, so that a wave of logins does not delay telemetry. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** Hash of a password, argon2id, in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password));
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
  const fits = await inTurn(() => verify(against, password).catch(() => false));
  return fits && passwordHash !== null;
}
