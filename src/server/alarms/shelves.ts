import { endShelf } from '../../domain/alarms/standing.ts';
import type { Db } from '../storage/schema.ts';
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
