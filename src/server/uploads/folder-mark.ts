/** Processes that share a database share the folder of what people send, too: both carry the same mark. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isShared } from '../processes/moment.ts';
import type { Storage } from '../storage/storage.ts';
import type { Shelf } from './shelf.ts';

const key = 'uploads.folder';
/** Name of the file in the folder. */
export const folderMarkFile = 'folder.id';

/**
 * True where the folder is that of the database: the first process marks both. A process alone on its database is not
 * asked.
 */
export async function isFolderOf(storage: Storage, shelf: Shelf): Promise<boolean> {
  if (!isShared(storage.db)) return true;
  const path = join(shelf.folder, folderMarkFile);
  const own = existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
  return storage.write(async (db) => {
    const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
    if (row !== undefined) return row.value === own;
    const mark = own ?? randomUUID();
    if (own === null) {
      mkdirSync(shelf.folder, { recursive: true, mode: 0o700 });
      writeFileSync(path, `${mark}\n`, { mode: 0o600 });
    }
    await db.insertInto('settings').values({ key, value: mark }).execute();
    return true;
  });
}
