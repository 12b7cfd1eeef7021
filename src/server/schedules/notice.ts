/** Who scheduled something learns how its run ended: as information, and not at night. */
import { personalChannels } from '../../domain/notify/policy.ts';
import { byDay } from '../notify/by-day.ts';
import { addMessage } from '../notify/message.ts';
import { waysTo } from '../notify/recipients.ts';
import type { Db, ScheduleOutcome } from '../storage/schema.ts';

/** Writes the messages of a run that ended, within the caller's transaction. */
export async function noticeEnd(
  db: Db,
  run: {
    readonly schedule: { readonly name: string; readonly companyId: number; readonly projectId: number };
    readonly timeZone: string;
    readonly userId: number;
    readonly outcome: ScheduleOutcome;
  },
  now: number,
): Promise<void> {
  const { name, companyId, projectId } = run.schedule;
  for (const receiver of await waysTo(db, run.userId, personalChannels, companyId)) {
    // Who has no way to be reached sees it on the page.
    if (receiver.problem !== null) continue;
    await addMessage(db, {
      ...{ companyId, projectId, alarmId: null, escalationId: null, kind: 'schedule', rank: 0, receiver },
      params: { ...run.outcome.params, schedule: name, outcome: run.outcome.id },
      ...{ dueAt: byDay(run.timeZone, now), now },
    });
  }
}
