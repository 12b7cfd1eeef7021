import type { MessageId } from '../../base/messages.ts';
import type { Db } from '../storage/schema.ts';

/** What a message of an alarm says of its sirens; null = nothing is prepared, or it has ended without a sound. */
export async function sirenLine(db: Db, alarmId: number): Promise<MessageId | null> {
  const call = await db
    .selectFrom('siren_calls')
    .select('state')
    .where('alarm_id', '=', alarmId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (call?.state === 'waiting') return 'notify.text.sirensWait';
  return call?.state === 'sounding' || call?.state === 'sounded' ? 'notify.text.sirensSound' : null;
}
