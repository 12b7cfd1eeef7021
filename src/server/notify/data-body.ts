/** Batches of readings and events (src/server/outlets) as the outbox sends them. */
import { fromJson } from '../storage/json.ts';
import type { Storage } from '../storage/storage.ts';
import type { Dispatch } from './outbox.ts';

/** What a batch says, as it was when it was filled: the same with each repeat. Null = the delivery is of none, or it is gone. */
export async function dataBodyOf(
  { db }: Pick<Storage, 'db'>,
  { messages: [first] }: Dispatch,
): Promise<string | null> {
  if (first?.kind !== 'data') return null;
  const row = await db
    .selectFrom('outlet_batches')
    .select('body')
    .where('id', '=', String(fromJson(first.params)['batch']))
    .executeTakeFirst();
  return row === undefined || row.body === '' ? null : row.body;
}
