/** What of a plan's devices its next move asks: each by an index, however many devices the plan has. */
import { type DeviceProgress, devicesToStart } from '../../../domain/rollout/rollout.ts';
import type { Db } from '../../delivery/store.ts';
import { fixed, fixedIn } from '../../storage/fixed.ts';
import { type PlanDeviceRow, type PlanRow, rolloutOf } from '../row.ts';

type OfPlan = Readonly<{ planId: string }>;
const firstOpen = fixed((db, { planId }: OfPlan) =>
  of(db, planId).select('batch').where('ended_at', 'is', null).orderBy('batch').limit(1),
);
const underWayRows = fixed((db, { planId, limit }: OfPlan & { limit: number }) =>
  of(db, planId).selectAll().where('started_at', 'is not', null).where('ended_at', 'is', null).limit(limit),
);
const waitingRows = fixed((db, { planId, batch, limit }: OfPlan & { batch: number; limit: number }) =>
  of(db, planId)
    .selectAll()
    .where('started_at', 'is', null)
    .where('batch', '=', batch)
    .orderBy('position')
    .limit(limit),
);
const oneOpen = fixed((db, { planId }: OfPlan) =>
  of(db, planId).select('rtu_id').where('ended_at', 'is', null).limit(1),
);
const oneBegun = fixed((db, { planId }: OfPlan) => begun(db, planId).limit(1));
/** Limit of a list that has none. */
const everyOne = 2 ** 31;

const of = (db: Db, planId: string) => db.selectFrom('plan_devices').where('plan_id', '=', planId);

const begun = (db: Db, planId: string) =>
  of(db, planId)
    .selectAll()
    .where('started_at', 'is not', null)
    .where('ended_at', 'is', null)
    .orderBy('position');
const openRows = fixed((db, { planId }: OfPlan) => begun(db, planId));
const openRowsAt = fixedIn((db, rtus: readonly number[], { planId }: OfPlan) =>
  begun(db, planId).where('rtu_id', 'in', rtus),
);

/** Devices of a plan that have begun and not ended. @param rtus of these alone; null = all */
export function underWay(
  db: Db,
  planId: string,
  rtus: ReadonlySet<number> | null,
): Promise<readonly PlanDeviceRow[]> {
  return rtus === null ? openRows(db, { planId }) : openRowsAt(db, [...rtus], { planId });
}

/**
 * Devices of a plan that may begin now (domain/rollout says which). The stop is written down in the transaction of the
 * ending that met it: here it need not be looked for again.
 */
export async function startable(db: Db, plan: PlanRow, now: number): Promise<PlanDeviceRow[]> {
  const rollout = rolloutOf(plan);
  const concurrency = (rollout.gap ?? 0) > 0 ? 1 : rollout.concurrency;
  if (((await gapEnds(db, plan)) ?? now) > now) return [];
  const planId = plan.id;
  const [first] = await firstOpen(db, { planId });
  if (first === undefined) return [];
  const begun = concurrency === null ? [] : await underWayRows(db, { planId, limit: concurrency });
  if (concurrency !== null && begun.length >= concurrency) return [];
  const limit = concurrency === null ? everyOne : concurrency - begun.length;
  const devices = [...begun, ...(await waitingRows(db, { planId, batch: first.batch, limit }))];
  const progress = ({ started_at: at }: PlanDeviceRow): DeviceProgress =>
    at === null ? 'waiting' : 'underWay';
  const shown = devices.map((device) => ({ batch: device.batch, progress: progress(device) }));
  return devicesToStart(shown, [], { concurrency, stopAt: null }).flatMap((index) => devices[index] ?? []);
}

/** True while a device of a plan has not ended that is under way, or may still begin. */
export async function hasOpen(db: Db, { id, state }: Pick<PlanRow, 'id' | 'state'>): Promise<boolean> {
  const mayBegin = state === 'applying' || state === 'paused';
  return (await (mayBegin ? oneOpen : oneBegun)(db, { planId: id })).length > 0;
}

/** When the pause after the device that ended last is over; null without one. */
export async function gapEnds(db: Db, plan: PlanRow): Promise<number | null> {
  const gap = (rolloutOf(plan).gap ?? 0) * 1000;
  if (gap === 0) return null;
  const last = await of(db, plan.id)
    .select('ended_at')
    .where('ended_no', 'is not', null)
    .orderBy('ended_no', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.ended_at == null ? null : last.ended_at + gap;
}
