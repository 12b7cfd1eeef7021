/** Processes that share a database sign with one key: the database knows which, and not the key. */
import { keyFor } from '../accounts/server-key.ts';
import type { Storage } from '../storage/storage.ts';
import { isShared } from './moment.ts';

const key = 'server.key';

/**
 * The first process of a shared database leaves the mark of its key; one with another key does not start: puzzles and
 * known browsers of the others would be strangers to it, and the audit's head would count as forged.
 * @throws Error that says what to do
 */
export async function checkServerKey(storage: Storage, serverKey: Buffer): Promise<void> {
  if (!isShared(storage.db)) return;
  const mark = keyFor(serverKey, 'mark').toString('hex');
  const known = await storage.write(async (db) => {
    const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
    if (row === undefined) await db.insertInto('settings').values({ key, value: mark }).execute();
    return row?.value ?? mark;
  });
  if (known === mark) return;
  throw new Error(
    'this database is served with another SERVER_KEY: give every process the same one, by SERVER_KEY or as the same ' +
      `server.key in its DATA_DIR (where the key is lost for good, stop all and remove the row '${key}' of the table settings)`,
  );
}
