import { fromJson } from '../storage/json.ts';
import type { Db } from '../storage/schema.ts';

/** What the address of a run begins with that a schedule has started. */
const addressOf = 'schedule ';
export const isScheduled = ({ address }: { readonly address: string }): boolean =>
  address.startsWith(addressOf);

/** True while a maintenance window of a plan is open whose schedule tells somebody of its end. */
export async function isOfSchedule(db: Db, planId: string, userId: number | null): Promise<boolean> {
  if (userId === null) return false;
  const open = await db
    .selectFrom('schedule_runs')
    .innerJoin('schedules', 'schedules.id', 'schedule_runs.schedule_id')
    .select('schedules.job')
    .where('schedule_runs.ended_at', 'is', null)
    .where('schedule_runs.started_at', 'is not', null)
    .where('schedule_runs.user_id', '=', userId)
    .execute();
  return open.some(({ job }) => {
    const said = fromJson(job);
    return said.kind === 'plan' && said.planId === planId;
  });
}
