/** Whether whoever a message was written for may still learn what it says: asked when it is sent. */
import type { Selectable } from 'kysely';
import type { Db, MessageTable } from '../storage/schema.ts';
import { maySeeWork } from '../work-notices/may-see.ts';
import { mayBeTold } from './recipients.ts';

type Row = Pick<Selectable<MessageTable>, 'kind' | 'user_id' | 'company_id' | 'notice_id'>;

/** With the rights of now: of an alarm those of its company, of work those that show the plan or the run. */
export async function mayStillBeTold(db: Db, row: Row): Promise<boolean> {
  const { kind, user_id: userId, company_id: companyId, notice_id: noticeId } = row;
  if (userId === null) return true;
  if (kind !== 'work') return mayBeTold(db, userId, companyId);
  const notice = await db
    .selectFrom('work_notices')
    .select('work')
    .where('id', '=', noticeId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return notice !== undefined && (await maySeeWork(db, userId, notice.work));
}

/** Why it is not sent then: id of a message. */
export const refusedBecause = ({ kind }: Pick<Row, 'kind'>): string =>
  kind === 'work' ? 'notify.reason.workNotSeen' : 'notify.reason.noRight';
