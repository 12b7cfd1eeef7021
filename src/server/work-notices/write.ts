/** Notices of work: written in the transaction of what they tell of, once for each event. */
import type { MessageParams } from '../../base/errors.ts';
import type { WorkHow } from '../../base/work-words.ts';
import { personalChannels } from '../../domain/notify/policy.ts';
import { noteChange } from '../changes/change-log.ts';
import { byDay } from '../notify/by-day.ts';
import { addMessage } from '../notify/message.ts';
import { waysTo } from '../notify/recipients.ts';
import { toJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import { choiceOf } from './choice.ts';
import { maySeeWork, rightOf } from './may-see.ts';

/** Whoever looks at the plan or the run within that time is sent nothing, ms. Assumed. */
export const lookTime = 60_000;
/** Notices are kept for so long, ms. Assumed. */
const keptFor = 90 * 24 * 3_600_000;

export interface WorkEvent {
  /** Of the event: a second notice of the same one is not written. */
  readonly key: string;
  /** `plan:<id>`, `run:<id>`, `standard:<id>` */
  readonly work: string;
  readonly how: WorkHow;
  /** Who started it. */
  readonly userId: number;
  readonly params: MessageParams;
  readonly address: string;
  /** Of the devices or the account; 0 = of several. */
  readonly companyId: number;
  readonly timeZone: string;
  readonly at: number;
}

/** Takes back what has not gone out of notices. */
export async function takeBackMessages(
  db: Db,
  noticeIds: readonly number[],
  as: 'answered' | 'gaveUp',
  now: number,
): Promise<void> {
  if (noticeIds.length === 0) return;
  await db
    .updateTable('messages')
    .set({ state: as, done_at: now, due_at: null, answer: as === 'gaveUp' ? 'notify.reason.superseded' : '' })
    .where('notice_id', 'in', [...noticeIds])
    .where('state', 'in', ['waiting', 'failed'])
    .execute();
}

/** What was said before is old: it is shown no more, and not sent where it has not gone out. */
export async function dropNotices(db: Db, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return;
  const dropped = await db
    .updateTable('work_notices')
    .set({ seen_at: now })
    .where('id', 'in', [...ids])
    .where('seen_at', 'is', null)
    .returning('user_id')
    .execute();
  await takeBackMessages(db, ids, 'gaveUp', now);
  for (const userId of new Set(dropped.map((row) => row.user_id)))
    await noteChange(db, 'notice', userId, now);
}

/** Notices of the same work that are older than one. */
async function earlierOf(db: Db, work: string, newest: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('work_notices')
    .select('id')
    .where('work', '=', work)
    .where('id', '<', newest)
    .where('seen_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes what is so old that nobody asks for it. */
export async function tidyNotices(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('work_notices')
    .where('at', '<', now - keptFor)
    .execute();
}

/** Tells whoever started some work of an event, within the caller's transaction. False where that was done before, or they may not see it. */
export async function writeNotice(db: Db, event: WorkEvent): Promise<boolean> {
  const { key, work, how, userId, params, address, companyId, timeZone, at } = event;
  if (!(await maySeeWork(db, userId, work))) return false;
  const written = await db
    .insertInto('work_notices')
    .values({ key, user_id: userId, work, how, params: toJson(params), address, at, seen_at: null })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (written === undefined) return false;
  await dropNotices(db, await earlierOf(db, work, written.id), at);
  const choice = await choiceOf(db, userId);
  const by = personalChannels.filter((channel) => choice[channel]);
  for (const receiver of await waysTo(db, userId, by, companyId, rightOf(work))) {
    // Who has no way to be reached sees it in the console.
    if (receiver.problem !== null) continue;
    await addMessage(db, {
      ...{ companyId, projectId: null, alarmId: null, escalationId: null, kind: 'work', rank: 0, receiver },
      params: { ...params, how, address, zone: timeZone },
      ...{ dueAt: byDay(timeZone, at + lookTime), now: at, noticeId: written.id },
    });
  }
  await noteChange(db, 'notice', userId, at);
  return true;
}
