import type { DeviceState, PlanProgress } from '../../contract/plans.ts';
import { deviceStates } from '../../contract/plans.ts';
import { failedLately } from '../../domain/rollout.ts';
import { endingRate, expectedEnd } from '../../domain/rollout-end.ts';
import type { Db } from '../delivery/store.ts';
import type { LinkFacts } from '../gateway/links.ts';
import { deviceOrder, type Landing } from './device-order.ts';
import { type PlanDeviceRow, type PlanRow, rolloutOf } from './row.ts';

export function deviceState({ started_at, ended_at, outcome }: PlanDeviceRow): DeviceState {
  if (started_at === null) return 'notStarted';
  if (ended_at === null) return 'underWay';
  return deviceStates.find((state) => state === outcome) ?? 'skipped';
}

/** How an approved plan goes; null for a draft. */
export async function progressOfPlan(
  db: Db,
  plan: PlanRow,
  devices: readonly PlanDeviceRow[],
  link: (rtuId: number) => LinkFacts | null,
  now: number,
): Promise<PlanProgress | null> {
  if (plan.approved_at === null) return null;
  const { concurrency, stopAt } = rolloutOf(plan);
  const counts: Record<string, number> = {};
  for (const device of devices) {
    const state = deviceState(device);
    counts[state] = (counts[state] ?? 0) + 1;
  }
  const ended = devices
    .filter((device) => device.ended_at !== null)
    .sort((a, b) => (a.ended_no ?? 0) - (b.ended_no ?? 0));
  const tried = ended.filter(({ outcome }) => outcome !== 'skipped');
  const goes = plan.ended_at === null && plan.state !== 'paused';
  const open = devices.filter(
    (device) => device.ended_at === null && (device.started_at !== null || plan.state === 'applying'),
  );
  const last = Math.max(0, ...devices.map(({ batch }) => batch));
  const begun = devices.flatMap((device) => (device.started_at === null ? [] : [device.batch]));
  const current = open.length === 0 ? Math.max(0, ...begun) : Math.min(...open.map(({ batch }) => batch));
  const { changed } = await db
    .selectFrom('commands')
    .select((expression) => expression.fn.countAll().as('changed'))
    .where('plan_id', '=', plan.id)
    .where('type', '=', 'set')
    .where('state', 'in', ['succeeded', 'indeterminate'])
    .executeTakeFirstOrThrow();
  return {
    devices: counts,
    batch: current + 1,
    batches: last + 1,
    rate: endingRate(
      ended.map(({ ended_at: at }) => at ?? now),
      plan.ended_at ?? now,
    ),
    end:
      goes && open.length > 0
        ? endOf(
            open.map((facts) => ({ batch: facts.batch, rtuId: facts.rtu_id })),
            concurrency,
            link,
            now,
          )
        : null,
    lately:
      stopAt === null
        ? null
        : failedLately(
            tried.map(({ outcome }) => outcome !== 'passed'),
            stopAt,
          ),
    pausedAt: plan.paused_at,
    changed: Number(changed),
  };
}

/** When a draft is expected to have ended if it were approved now; null = not known, or nothing would be sent. */
export function prospectEnd(
  plan: PlanRow,
  rtuIds: readonly number[],
  landing: Landing,
  link: (rtuId: number) => LinkFacts | null,
  now: number,
): PlanProgress['end'] {
  const rollout = rolloutOf(plan);
  if (rtuIds.length === 0) return null;
  return endOf(deviceOrder(rollout, rtuIds, landing), rollout.concurrency, link, now);
}

function endOf(
  open: readonly { readonly batch: number; readonly rtuId: number }[],
  concurrency: number | null,
  link: (rtuId: number) => LinkFacts | null,
  now: number,
) {
  const batches: (LinkFacts | null)[][] = [];
  for (const { batch, rtuId } of open) {
    batches[batch] ??= [];
    batches[batch].push(link(rtuId));
  }
  const end = expectedEnd(
    batches.filter((batch) => batch !== undefined),
    concurrency,
    now,
  );
  return end === null ? null : { ...end };
}
