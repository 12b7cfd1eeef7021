/** What whoever approved a plan is notified of it: that it has ended, has stopped, was cancelled, or stands still. */
import type { WorkHow } from '../../base/work-words.ts';
import type { By } from '../audit/by.ts';
import { zoneOfCompany } from '../notify/zone-of-company.ts';
import { isOfSchedule } from '../schedules/is-of-schedule.ts';
import type { Db } from '../storage/schema.ts';
import { type WorkEvent, writeNotice } from '../work-notices/write.ts';
import { type PlanRow, rolloutOf } from './row.ts';

/** Devices of a plan by how they ended; `left` = not begun, under way, skipped or cancelled. */
export async function countsOf(db: Db, planId: string) {
  const rows = await db
    .selectFrom('plan_devices')
    .select('outcome')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('plan_id', '=', planId)
    .groupBy('outcome')
    .execute();
  const of = (...outcomes: readonly string[]) =>
    rows.reduce((sum, row) => sum + (outcomes.includes(row.outcome ?? '') ? Number(row.count) : 0), 0);
  const total = rows.reduce((sum, row) => sum + Number(row.count), 0);
  const landed = of('passed');
  const failed = of('failed', 'timedOut');
  return { total, landed, failed, left: total - landed - failed };
}

/** Company of a plan's devices and the zone of the first of them; 0 = they are of several companies. */
async function placeOf(db: Db, planId: string) {
  const rows = await db
    .selectFrom('plan_devices')
    .innerJoin('rtus', 'rtus.id', 'plan_devices.rtu_id')
    .innerJoin('stations', 'stations.id', 'rtus.station_id')
    .innerJoin('projects', 'projects.id', 'stations.project_id')
    .select('projects.company_id')
    .select(({ fn }) => fn.min('projects.time_zone').as('zone'))
    .where('plan_devices.plan_id', '=', planId)
    .groupBy('projects.company_id')
    .orderBy('projects.company_id')
    .execute();
  const [first] = rows;
  if (first === undefined) {
    const rule = await db
      .selectFrom('plan_rules')
      .select('company_id')
      .where('plan_id', '=', planId)
      .executeTakeFirst();
    const companyId = rule?.company_id ?? 0;
    return { companyId, timeZone: await zoneOfCompany(db, companyId) };
  }
  return { companyId: rows.length === 1 ? first.company_id : 0, timeZone: first.zone };
}

/** Tells of an event of a plan, within the caller's transaction. */
export async function noticePlan(
  db: Db,
  { id, title, approver_id: userId }: PlanRow,
  event: Pick<WorkEvent, 'how' | 'at'> & { readonly key: string; readonly params: WorkEvent['params'] },
): Promise<boolean> {
  if (userId === null) return false;
  const params = { ...(await countsOf(db, id)), ...event.params, subject: title };
  const work = `plan:${id}`;
  return writeNotice(db, {
    ...(await placeOf(db, id)),
    ...{ work, userId, params, how: event.how, at: event.at, key: `${work}:${event.key}` },
    address: `/plans/${id}`,
  });
}

/** Of an end there is one notice, whatever ended the plan first: its rule, a person, or its last device. */
const over = 'over';

/** All of a plan has ended by itself. What its schedule tells the same person is not said twice. */
export async function noticePlanEnd(db: Db, plan: PlanRow, at: number): Promise<void> {
  if (plan.state === 'cancelled' || plan.state === 'stopped') return;
  if (await isOfSchedule(db, plan.id, plan.approver_id)) return;
  const { failed } = await countsOf(db, plan.id);
  const how: WorkHow = failed > 0 ? 'planFailing' : 'planDone';
  await noticePlan(db, plan, { key: over, how, at, params: {} });
}

/** The stop rule of a plan is met. */
export async function noticePlanStop(db: Db, plan: PlanRow, at: number): Promise<void> {
  if (await isOfSchedule(db, plan.id, plan.approver_id)) return;
  const { of = 0 } = rolloutOf(plan).stopAt ?? {};
  const failing = await failedOfLast(db, plan.id, of);
  await noticePlan(db, plan, { key: over, how: 'planStopped', at, params: { failing, of } });
}

/** How many of the last devices that were tried failed. */
async function failedOfLast(db: Db, planId: string, of: number): Promise<number> {
  const last = await db
    .selectFrom('plan_devices')
    .select('outcome')
    .where('plan_id', '=', planId)
    .where('ended_no', 'is not', null)
    .where('outcome', 'in', ['passed', 'failed', 'timedOut'])
    .orderBy('ended_no', 'desc')
    .limit(of)
    .execute();
  return last.filter(({ outcome }) => outcome !== 'passed').length;
}

/** Somebody cancelled the rest of a plan: whoever approved it learns it, unless they did it themselves. */
export async function noticePlanCancelled(db: Db, plan: PlanRow, by: By, at: number): Promise<void> {
  if (plan.approver_id === by.viewer.userId) return;
  await noticePlan(db, plan, {
    ...{ key: over, how: 'planCancelled', at },
    params: { by: by.viewer.accountName },
  });
}
