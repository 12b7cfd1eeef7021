import { sql } from 'kysely';
import type { DeviceState, PlanProgress } from '../../contract/plans.ts';
import { deviceStates } from '../../contract/plans.ts';
import { failedLately } from '../../domain/rollout.ts';
import { endingRate, expectedEnd, rateMinute, rateOver } from '../../domain/rollout-end.ts';
import type { Db } from '../delivery/store.ts';
import type { LinkFacts } from '../gateway/links.ts';
import { deviceOrder, type Landing } from './device-order.ts';
import { type PlanDeviceRow, type PlanRow, rolloutOf } from './row.ts';

type Link = (rtuId: number) => LinkFacts | null;

export function deviceState({
  started_at,
  ended_at,
  outcome,
}: Pick<PlanDeviceRow, 'started_at' | 'ended_at' | 'outcome'>): DeviceState {
  if (started_at === null) return 'notStarted';
  if (ended_at === null) return 'underWay';
  return deviceStates.find((state) => state === outcome) ?? 'skipped';
}

const ofPlan = (db: Db, { id }: PlanRow) => db.selectFrom('plan_devices').where('plan_id', '=', id);

/** Devices by how far they are, counted by the database: with their batches, and how many ended since a moment. */
async function countDevices(db: Db, plan: PlanRow, since: number) {
  const started = sql<number | null>`CASE WHEN started_at IS NULL THEN NULL ELSE 1 END`;
  const ended = sql<number | null>`CASE WHEN ended_at IS NULL THEN NULL ELSE 1 END`;
  const rows = await ofPlan(db, plan)
    .select((of) => [
      'outcome',
      started.as('started_at'),
      ended.as('ended_at'),
      of.fn.countAll().as('count'),
      of.fn.min('batch').as('first'),
      of.fn.max('batch').as('last'),
      sql<number>`SUM(CASE WHEN ended_at > ${since} THEN 1 ELSE 0 END)`.as('recent'),
    ])
    .groupBy(['outcome', started, ended])
    .execute();
  return rows.map((row) => ({
    state: deviceState(row),
    count: Number(row.count),
    first: Number(row.first),
    last: Number(row.last),
    recent: Number(row.recent),
  }));
}

/** How an approved plan goes; null for a draft. */
export async function progressOfPlan(
  db: Db,
  plan: PlanRow,
  link: Link,
  now: number,
): Promise<PlanProgress | null> {
  if (plan.approved_at === null) return null;
  const { stopAt } = rolloutOf(plan);
  const until = plan.ended_at ?? now;
  const counted = await countDevices(db, plan, until - rateMinute);
  const counts: Record<string, number> = {};
  for (const { state, count } of counted) counts[state] = (counts[state] ?? 0) + count;
  const mayBegin = plan.state === 'applying';
  const open = counted.filter(({ state }) => state === 'underWay' || (state === 'notStarted' && mayBegin));
  const last = Math.max(0, ...counted.map((row) => row.last));
  const begun = counted.flatMap((row) => (row.state === 'notStarted' ? [] : [row.last]));
  const current = open.length === 0 ? Math.max(0, ...begun) : Math.min(...open.map((row) => row.first));
  const recent = counted.reduce((sum, row) => sum + row.recent, 0);
  const goes = plan.ended_at === null && plan.state !== 'paused';
  const [endings, tried, changed] = await Promise.all([
    ofPlan(db, plan)
      .select('ended_at')
      .where('ended_no', 'is not', null)
      .orderBy('ended_no', 'desc')
      .limit(Math.max(rateOver, recent))
      .execute(),
    stopAt === null
      ? []
      : ofPlan(db, plan)
          .select('outcome')
          .where('ended_no', 'is not', null)
          .where('outcome', 'in', ['passed', 'failed', 'timedOut'])
          .orderBy('ended_no', 'desc')
          .limit(stopAt.of)
          .execute(),
    db
      .selectFrom('commands')
      .select((expression) => expression.fn.countAll().as('count'))
      .where('plan_id', '=', plan.id)
      .where('type', '=', 'set')
      .where('state', 'in', ['succeeded', 'indeterminate'])
      .executeTakeFirstOrThrow(),
  ]);
  return {
    devices: counts,
    batch: current + 1,
    batches: last + 1,
    rate: endingRate(
      endings.reverse().map(({ ended_at: at }) => at ?? now),
      until,
    ),
    end: goes && open.length > 0 ? await endOfOpen(db, plan, link, now) : null,
    lately:
      stopAt === null
        ? null
        : failedLately(
            tried.reverse().map(({ outcome }) => outcome !== 'passed'),
            stopAt,
          ),
    pausedAt: plan.paused_at,
    changed: Number(changed.count),
  };
}

/** When a draft is expected to have ended if it were approved now; null = not known, or nothing would be sent. */
export function prospectEnd(
  plan: PlanRow,
  rtuIds: readonly number[],
  landing: Landing,
  link: Link,
  now: number,
): PlanProgress['end'] {
  const rollout = rolloutOf(plan);
  if (rtuIds.length === 0) return null;
  return endOf(deviceOrder(rollout, rtuIds, landing), rollout.concurrency, link, now);
}

async function endOfOpen(db: Db, plan: PlanRow, link: Link, now: number) {
  const open = ofPlan(db, plan).select(['batch', 'rtu_id']).where('ended_at', 'is', null);
  const rows = await (plan.state === 'applying' ? open : open.where('started_at', 'is not', null))
    .orderBy('position')
    .execute();
  return endOf(
    rows.map(({ batch, rtu_id: rtuId }) => ({ batch, rtuId })),
    rolloutOf(plan).concurrency,
    link,
    now,
  );
}

function endOf(
  open: readonly { readonly batch: number; readonly rtuId: number }[],
  concurrency: number | null,
  link: Link,
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
