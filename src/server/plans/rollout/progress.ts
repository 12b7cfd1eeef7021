import { sql } from 'kysely';
import { groupBy } from '../../../base/group.ts';
import type { DeviceState, PlanObstacle, PlanProgress } from '../../../contract/plans/plans.ts';
import { deviceStates } from '../../../contract/plans/plans.ts';
import type { NextContact } from '../../../domain/link-state.ts';
import { failedLately } from '../../../domain/rollout/rollout.ts';
import {
  endingRate,
  forecastRollout,
  rateMinute,
  rateOver,
  type StepForecast,
} from '../../../domain/rollout/rollout-end.ts';
import { actionTimeToLive, setTimeToLive } from '../../../domain/rollout/time-to-live.ts';
import { definitionOf } from '../../delivery/row.ts';
import type { Db } from '../../delivery/store.ts';
import type { RtuLink } from '../../gateway/links.ts';
import { afterOf, type PlanDeviceRow, type PlanItemRow, type PlanRow, rolloutOf } from '../row.ts';
import { deviceOrder, type Landing } from './device-order.ts';

/** What is known of an RTU's link; null = nothing. */
export type Link = (rtuId: number) => RtuLink | null;

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
      .selectFrom('orders')
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

/** ms that the order of an item stays worth sending to a node of this send cycle. */
export function timeToLive(
  { type, group_id }: Pick<PlanItemRow, 'type' | 'group_id'>,
  sendCycle: number,
): number {
  const definition = type === 'send' ? definitionOf(group_id) : undefined;
  return definition === undefined ? setTimeToLive(sendCycle) : actionTimeToLive(definition, sendCycle);
}

/** How a draft is expected to go if it were approved now. */
export interface DraftForecast {
  /** Null = not known, or nothing would be sent. */
  readonly end: PlanProgress['end'];
  /** When an item would land in its turn, and why it cannot in its time. */
  readonly ofItem: (position: number) => {
    readonly landing: NextContact | null;
    /** When its order would be made; null = it would not. */
    readonly orderedAt: number | null;
    /** It would be skipped by name. */
    readonly obstacle: PlanObstacle | null;
    /** It would go, and fail. */
    readonly late: PlanObstacle | null;
  };
}

const minutes = (ms: number) => Math.ceil(ms / 60_000);
const nothing = { landing: null, orderedAt: null, obstacle: null, late: null };

function itemForecast({ is, contact, orderedAt, limit }: StepForecast): ReturnType<DraftForecast['ofItem']> {
  const params = contact === null ? {} : { minutes: minutes(contact.at - orderedAt), limit: minutes(limit) };
  const why = (message: string, params = {}): PlanObstacle => ({ message, params, fields: [] });
  switch (is) {
    case 'lands':
      return { ...nothing, orderedAt, landing: contact };
    case 'refused':
      return { ...nothing, obstacle: why('command.landsTooLate', params) };
    case 'before':
      return { ...nothing, obstacle: why('plans.stepBefore') };
    case 'timedOut':
      return contact === null
        ? { ...nothing, orderedAt, late: why('plans.late.silent') }
        : { ...nothing, orderedAt, landing: contact, late: why('plans.late.timeout', params) };
    case 'expires':
      return { ...nothing, orderedAt, late: why('plans.late.silent') };
  }
}

/** @param items those that would go, in their order */
export function forecastDraft(
  plan: PlanRow,
  items: readonly PlanItemRow[],
  landing: Landing,
  link: Link,
  now: number,
): DraftForecast {
  const rollout = rolloutOf(plan);
  const own = groupBy(items, (item) => item.rtu_id);
  const order = deviceOrder(rollout, [...own.keys()], landing);
  const { end, devices } = forecastRollout(
    order.map(({ rtuId, batch }) => {
      const facts = link(rtuId);
      const steps = (own.get(rtuId) ?? []).map((item) => ({
        after: afterOf(item),
        timeToLive: timeToLive(item, facts?.sendCycle ?? 0),
      }));
      return { batch, link: facts, steps };
    }),
    rollout,
    now,
  );
  const found = new Map<number, StepForecast>();
  for (const [at, { rtuId }] of order.entries())
    for (const [step, forecast] of (devices[at]?.steps ?? []).entries()) {
      const item = own.get(rtuId)?.[step];
      if (item !== undefined) found.set(item.position, forecast);
    }
  return {
    end: items.length === 0 || end === null ? null : { ...end },
    ofItem: (position) => {
      const forecast = found.get(position);
      return forecast === undefined ? nothing : itemForecast(forecast);
    },
  };
}

async function endOfOpen(db: Db, plan: PlanRow, link: Link, now: number): Promise<PlanProgress['end']> {
  const open = ofPlan(db, plan).select(['batch', 'rtu_id', 'started_at']).where('ended_at', 'is', null);
  const [rows, waiting] = await Promise.all([
    (plan.state === 'applying' ? open : open.where('started_at', 'is not', null))
      .orderBy('position')
      .execute(),
    db
      .selectFrom('plan_items')
      .select(['rtu_id', 'after', 'type', 'group_id'])
      .where('plan_id', '=', plan.id)
      .where('after', 'is not', null)
      .where('order_id', 'is', null)
      .where('skipped', 'is', null)
      .where('excluded', '=', 0)
      .orderBy('position')
      .execute(),
  ]);
  const later = groupBy(waiting, (item) => item.rtu_id);
  const { end } = forecastRollout(
    rows.map(({ batch, rtu_id: rtuId, started_at: begun }) => {
      const facts = link(rtuId);
      const cycle = facts?.sendCycle ?? 0;
      const first = { after: null, timeToLive: setTimeToLive(cycle) };
      const steps = (later.get(rtuId) ?? []).map((item) => ({
        after: afterOf(item),
        timeToLive: timeToLive(item, cycle),
      }));
      return { batch, link: facts, steps: [first, ...steps], begun };
    }),
    rolloutOf(plan),
    now,
  );
  return end === null ? null : { ...end };
}
