/** How a run ended, out of its database: what the plan's own rows say, and why a device failed. */
import type { TwinCause } from '../../contract/plans/rehearsal.ts';
import { devicesOfPlan, itemsOf, type PlanDeviceRow, parseObstacle } from '../../server/plans/row.ts';
import type { RehearsalJob, RunReport, TwinEnd, TwinFacts } from '../../server/rehearsal/job.ts';
import type { Storage } from '../../server/storage/storage.ts';

interface Said {
  readonly cause: TwinCause;
  readonly text: string;
}

interface Sent {
  readonly state: string;
  readonly verification: string | null;
  readonly attempts: number;
  readonly answer: string;
}

/** Why a device that did not take its orders did not. */
function whyOf(device: PlanDeviceRow, twin: TwinFacts, orders: readonly Sent[], end: number): Said {
  const refused = orders.find(
    ({ state, verification }) => state === 'failed' || verification === 'different',
  );
  if (refused !== undefined) return { cause: 'rejected', text: refused.answer };
  if (twin.emptyAt !== null && twin.emptyAt < end) return { cause: 'battery', text: '' };
  if (twin.silent) return { cause: 'silent', text: '' };
  if (device.started_at === null) return { cause: 'notStarted', text: '' };
  return { cause: orders.some(({ attempts }) => attempts > 0) ? 'unanswered' : 'late', text: '' };
}

/** @param end when the run was over, UTC ms */
export async function reportOf(storage: Storage, job: RehearsalJob, end: number): Promise<RunReport> {
  const { db } = storage;
  const [devices, items, plan] = await Promise.all([
    devicesOfPlan(db, job.plan.id),
    itemsOf(db, job.plan.id),
    db.selectFrom('plans').select('state').where('id', '=', job.plan.id).executeTakeFirst(),
  ]);
  const orders = await db
    .selectFrom('orders')
    .select(['rtu_id', 'state', 'verification', 'attempts', 'answer'])
    .where('plan_id', '=', job.plan.id)
    .execute();
  const twins = new Map(job.twins.map((twin) => [twin.rtuId, twin]));
  const ends = devices.flatMap((device): TwinEnd[] => {
    const twin = twins.get(device.rtu_id);
    if (twin === undefined) return [];
    const endedAfter = device.ended_at === null ? null : device.ended_at - job.now;
    const base = { rtuId: device.rtu_id, endedAfter };
    if (device.outcome === 'passed')
      return [{ ...base, passed: true, cause: null, text: '', obstacle: null }];
    const skipped = items.find((item) => item.rtu_id === device.rtu_id && item.skipped !== null);
    const own = orders.filter((order) => order.rtu_id === device.rtu_id);
    const obstacle = parseObstacle(skipped?.skipped ?? null);
    // A step that was skipped because the one before failed says nothing of its own.
    if (obstacle !== null && obstacle.message !== 'plans.stepBefore')
      return [{ ...base, passed: false, cause: 'rejected', text: '', obstacle }];
    return [{ ...base, passed: false, obstacle: null, ...whyOf(device, twin, own, end) }];
  });
  const ended = ends.filter(({ endedAfter }) => endedAfter !== null);
  return {
    duration: Math.max(0, ...ended.map(({ endedAfter }) => endedAfter ?? 0)),
    stoppedAfter: plan?.state === 'stopped' ? ended.length : null,
    ends,
  };
}
