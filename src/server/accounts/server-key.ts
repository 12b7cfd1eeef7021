import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Name of the file in the data directory that holds the server's own key. */
export const serverKeyFile = 'server.key';
const size = 32;

/** A key for one purpose, derived from the server's own: one that leaks says nothing of the others. */
export function keyFor(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `groundwatch ${purpose}`, size));
}

/**
 * The server's own key: from the setting, or from a file in the data directory, which is made at the first start and
 * read by nobody else. It is never in the database, so that who can change the database cannot sign what is said of it.
 * @throws Error for a file that is no key
 */
export function readServerKey(dataDir: string, given: string | null): Buffer {
  if (given !== null) return createHash('sha256').update(given).digest();
  const path = join(dataDir, serverKeyFile);
  const known = readKey(path);
  if (known !== null) return known;
  mkdirSync(dataDir, { recursive: true });
  const fresh = `${path}.${process.pid}.new`;
  writeFileSync(fresh, `${randomBytes(size).toString('hex')}\n`, { mode: 0o600, flush: true });
  chmodSync(fresh, 0o600);
  try {
    // Of two that start at once the first one's counts.
    linkSync(fresh, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  const made = readKey(path);
  if (made === null) throw new Error(`${serverKeyFile} could not be made`);
  return made;
}

function readKey(path: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${path} holds no key: put it back from a backup`);
  return Buffer.from(text, 'hex');
}
