import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Refusal } from '../../base/errors.ts';
import { headFile } from '../audit/head.ts';
import { isFree, makeWhole, settle } from './folders.ts';
import { checksum, databaseName, type Manifest, manifestName } from './manifest.ts';

/** The database's own files, which are copied through SQLite alone, files that are being written, and what may be newer. */
const apart = new RegExp(
  `^${databaseName.replace('.', '\\.')}(-wal|-shm|-journal)?$|\\.(new|partial|lock)$|^${headFile.replace('.', '\\.')}$`,
);

/**
 * A copy of the database as it stands at one moment, while others write to it. Sessions are left out: one that ended
 * after the backup must not live again.
 */
function copyDatabase(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
  try {
    source.prepare('VACUUM INTO ?').run(to);
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    copy.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON; DELETE FROM sessions');
    const [found] = copy
      .prepare('PRAGMA quick_check(1)')
      .all()
      .map((row) => Object.values(row)[0]);
    if (found !== 'ok') throw new Refusal(422, 'backup.broken', { problem: String(found) });
  } finally {
    copy.close();
  }
}

/** Copies a file; false where it has been removed meanwhile, which is what happens to files that nothing refers to. */
function copyThere(from: string, to: string): boolean {
  try {
    copyFileSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT' && !existsSync(from))
      return false;
    throw error;
  }
}

/**
 * Backs a data directory up into a folder, while the server runs: the database at one moment, the other files, a
 * manifest with their checksums.
 * @throws Refusal when there is no database, the folder holds something already, or the database is not whole
 */
export async function backUp(dataDir: string, folder: string, version: string): Promise<Manifest> {
  const database = join(dataDir, databaseName);
  if (!existsSync(database)) throw new Refusal(404, 'backup.noData', { folder: dataDir });
  if (!isFree(folder)) throw new Refusal(409, 'backup.notEmpty', { folder });
  if (`${resolve(folder)}${sep}`.startsWith(`${resolve(dataDir)}${sep}`))
    throw new Refusal(422, 'backup.inside', { folder });
  return makeWhole(folder, manifestName, async (partial) => {
    const at = Date.now();
    mkdirSync(partial, { recursive: true, mode: 0o700 });
    copyDatabase(database, join(partial, databaseName));
    const others = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
      (path) => !apart.test(path) && lstatSync(join(dataDir, path), { throwIfNoEntry: false })?.isFile(),
    );
    const gone = new Set<string>();
    for (const path of others) {
      mkdirSync(dirname(join(partial, path)), { recursive: true, mode: 0o700 });
      if (!copyThere(join(dataDir, path), join(partial, path))) gone.add(path);
    }
    const files = [];
    for (const path of [databaseName, ...others.filter((path) => !gone.has(path))]) {
      chmodSync(join(partial, path), 0o600);
      settle(join(partial, path));
      files.push({ path: path.split(sep).join('/'), ...(await checksum(join(partial, path))) });
    }
    const manifest: Manifest = { format: 1, version, at, files };
    const name = join(partial, manifestName);
    writeFileSync(name, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    settle(name);
    return manifest;
  });
}
