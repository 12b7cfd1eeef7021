import { chmodSync, copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Refusal } from '../../base/errors.ts';
import { isFree, makeWhole, settle } from './folders.ts';
import { checksum, databaseName, type Manifest, readManifest } from './manifest.ts';

/**
 * Restores a backup as a new data directory; what is copied is checked, so that nothing damaged is put to use.
 * @throws Refusal when the directory holds something, the folder is no backup, or a file of it is damaged
 */
export async function restore(folder: string, dataDir: string): Promise<Manifest> {
  if (!isFree(dataDir)) throw new Refusal(409, 'restore.notEmpty', { folder: dataDir });
  const manifest = readManifest(folder);
  return makeWhole(dataDir, databaseName, async (partial) => {
    mkdirSync(partial, { recursive: true, mode: 0o700 });
    for (const { path, bytes, sha256 } of manifest.files) {
      const to = join(partial, path);
      mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
      try {
        copyFileSync(join(folder, path), to);
      } catch {
        throw new Refusal(422, 'restore.damaged', { file: path });
      }
      chmodSync(to, 0o600);
      const found = await checksum(to);
      if (found.sha256 !== sha256 || found.bytes !== bytes)
        throw new Refusal(422, 'restore.damaged', { file: path });
      settle(to);
    }
    return manifest;
  });
}
