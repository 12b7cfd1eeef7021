/** What whoever started a run by hand is notified of it: that it has ended, failed, or proposes a plan. */
import type { WorkHow } from '../../base/work-words.ts';
import type { By } from '../audit/by.ts';
import { zoneOfCompany } from '../notify/zone-of-company.ts';
import { isScheduled } from '../schedules/is-of-schedule.ts';
import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';
import { type WorkEvent, writeNotice } from '../work-notices/write.ts';
import type { RunRow } from './row.ts';

/** Tells of the end of a run, within the caller's transaction. Of what a schedule started the schedule tells. */
export async function noticeRun(
  db: Db,
  run: RunRow,
  how: WorkHow,
  at: number,
  {
    params = {},
    planId = null,
  }: Partial<Pick<WorkEvent, 'params'>> & { readonly planId?: string | null } = {},
): Promise<void> {
  if (isScheduled(run)) return;
  const companyId = run.company_id ?? 0;
  const script = run.source === null ? 'new' : (fromJson(run.source).script ?? 'new');
  await writeNotice(db, {
    ...{ work: `run:${run.id}`, key: `run:${run.id}:over`, how, at, userId: run.user_id, companyId },
    params: { ...params, subject: run.title },
    address: planId === null ? `/scripts/${script}/${run.id}` : `/plans/${planId}`,
    timeZone: await zoneOfCompany(db, companyId),
  });
}

/** Somebody cancelled a run: whoever started it learns it, unless they did it themselves. */
export async function noticeRunCancelled(db: Db, run: RunRow, by: By, at: number): Promise<void> {
  if (by.viewer.userId === run.user_id) return;
  await noticeRun(db, run, 'runCancelled', at, { params: { by: by.viewer.accountName } });
}
