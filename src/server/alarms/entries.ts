import type { Insertable, Selectable } from 'kysely';
import { noteChange } from '../changes/change-log.ts';
import type { AlarmEntryTable, Db } from '../storage/schema.ts';
import type { AlarmRow } from './row.ts';

type Entry = Insertable<AlarmEntryTable>;
/** A line of a timeline as it is stored. */
export type EntryRow = Selectable<AlarmEntryTable>;

/**
 * Adds a line to the timeline of an alarm, within the caller's transaction; what is not said is as for something that
 * happened at the present level, by nobody. Consoles get the alarm anew. Answers the line's id.
 */
export async function addEntry(
  db: Db,
  { id, instance_id, present }: Pick<AlarmRow, 'id' | 'instance_id' | 'present'>,
  entry: Pick<Entry, 'type' | 't' | 'known_at'> & Partial<Entry>,
): Promise<number> {
  const line = await db
    .insertInto('alarm_entries')
    .values({
      alarm_id: id,
      instance_id,
      is_event: 0,
      from_rank: present,
      to_rank: present,
      is_late: 0,
      contradicted_at: null,
      user_id: null,
      account_name: null,
      note: '',
      until_t: null,
      finding: null,
      facts: null,
      ...entry,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await noteChange(db, 'alarm', id, entry.known_at);
  return line.id;
}
