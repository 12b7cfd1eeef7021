/** Shelves of alarms, and what is raised anew when they are over. */
import type { Kysely } from 'kysely';
import { endShelf } from '../../domain/alarms/standing.ts';
import type { Database, Db } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { addEntry } from './entries.ts';
import { alarmMoved } from './moved.ts';
import { columnsOf, standingOf } from './row.ts';

/** Ends the shelf of an alarm where it is over; within the caller's transaction. What is still active is unanswered again. */
export async function endShelfOf(db: Db, id: number, now: number): Promise<void> {
  const row = await db.selectFrom('alarms').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined || row.shelved_until === null || row.shelved_until > now) return;
  const { standing, raisedAnew } = endShelf(standingOf(row), now);
  const after = await db
    .updateTable('alarms')
    .set({
      ...columnsOf(standing),
      ...(standing.answer === null ? { answered_name: null } : {}),
      shelved_name: null,
      shelved_at: null,
      revision: row.revision + 1,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await alarmMoved(db, row, after, now);
  const at = { t: row.shelved_until, known_at: now };
  await addEntry(db, row, { type: 'shelfEnd', ...at });
  // What is still active is raised anew: that is said beside the end itself.
  if (raisedAnew) await addEntry(db, row, { type: 'anew', ...at });
}

/** Shelves that are over: what is still active is raised anew. */
export async function endShelves(storage: Storage, now: number): Promise<void> {
  const over = await storage.db.selectFrom('alarms').select('id').where('shelved_until', '<=', now).execute();
  if (over.length === 0) return;
  await storage.write(async (db) => {
    for (const { id } of over) await endShelfOf(db, id, now);
  });
}

/** When the next shelf is over, UTC ms; infinite = nothing is shelved. */
export async function nextShelfEnd(db: Kysely<Database>): Promise<number> {
  const next = await db
    .selectFrom('alarms')
    .select('shelved_until')
    .where('shelved_until', 'is not', null)
    .orderBy('shelved_until')
    .limit(1)
    .executeTakeFirst();
  return next?.shelved_until ?? Number.POSITIVE_INFINITY;
}
