import { followAlarm } from '../notify/follow.ts';
import { followSirens } from '../sirens/follow.ts';
import type { Db } from '../storage/schema.ts';
import type { AlarmRow } from './row.ts';

/**
 * Writes what a change of an alarm asks for besides: who is notified, and what becomes of the sirens of its site. Called
 * wherever an alarm is written, in the same transaction. @param before null = there was no alarm
 */
export async function alarmMoved(
  db: Db,
  before: AlarmRow | null,
  after: AlarmRow,
  now: number,
  /** What was measured has moved it; else people, or time. */
  isMeasured = false,
): Promise<void> {
  await followAlarm(db, before, after, now);
  if (after.company_id === null) await followSirens(db, before, after, { now, isMeasured });
}
