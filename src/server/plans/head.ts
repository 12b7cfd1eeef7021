/** What is returned of a plan as a whole: in the list, and above its items. */
import { sql } from 'kysely';
import { groupBy } from '../../base/group.ts';
import type { ItemState, PlanRollout, PlanSummary } from '../../contract/plans/plans.ts';
import type { Db } from '../delivery/store.ts';
import { deriveKindOf, type PlanRow, planStateOf, rolloutOf } from './row.ts';

/** Where an item stands. `begun`: its device has, and has not ended; `late`: it has, because its time was over. */
export function itemState(
  item: { readonly excluded: number; readonly skipped: string | null },
  order: string | null,
  { state: plan, begun, late }: { readonly state: string; readonly begun: boolean; readonly late: boolean },
): ItemState {
  if (item.excluded !== 0) return 'excluded';
  if (item.skipped !== null) return 'skipped';
  if (late && (order === null || order === 'cancelled')) return 'timedOut';
  if (order !== null) return order as ItemState;
  return plan === 'draft' || (begun && plan !== 'cancelled') ? 'waiting' : 'notStarted';
}

interface Counted {
  readonly counts: Record<string, number>;
  readonly total: number;
}

/** Items by where they stand, of some plans at once. */
export async function countItems(db: Db, plans: readonly PlanRow[]): Promise<ReadonlyMap<string, Counted>> {
  const ids = plans.length === 0 ? [''] : plans.map(({ id }) => id);
  const isSkipped = sql<number>`CASE WHEN plan_items.skipped IS NULL THEN 0 ELSE 1 END`;
  const begun = sql<number>`CASE WHEN plan_devices.started_at IS NULL OR plan_devices.ended_at IS NOT NULL
    THEN 0 ELSE 1 END`;
  const late = sql<number>`CASE WHEN plan_devices.outcome = 'timedOut' THEN 1 ELSE 0 END`;
  const [rows, skips] = await Promise.all([
    db
      .selectFrom('plan_items')
      .leftJoin('orders', 'orders.id', 'plan_items.order_id')
      .leftJoin('plan_devices', (join) =>
        join
          .onRef('plan_devices.plan_id', '=', 'plan_items.plan_id')
          .onRef('plan_devices.rtu_id', '=', 'plan_items.rtu_id'),
      )
      .select(['plan_items.plan_id', 'plan_items.excluded', 'orders.state'])
      .select((expression) => [
        isSkipped.as('skipped'),
        begun.as('begun'),
        late.as('late'),
        expression.fn.countAll().as('count'),
      ])
      .where('plan_items.plan_id', 'in', ids)
      .groupBy(['plan_items.plan_id', 'plan_items.excluded', 'orders.state', isSkipped, begun, late])
      .execute(),
    db
      .selectFrom('plan_skips')
      .select('plan_id')
      .select((expression) => expression.fn.countAll().as('count'))
      .where('plan_id', 'in', ids)
      .groupBy('plan_id')
      .execute(),
  ]);
  const ofPlan = groupBy(rows, (row) => row.plan_id);
  const skipped = new Map(skips.map((row) => [row.plan_id, Number(row.count)]));
  return new Map(
    plans.map(({ id, state }) => {
      const counts: Record<string, number> = {};
      let total = 0;
      const add = (key: string, count: number) => {
        counts[key] = (counts[key] ?? 0) + count;
        total += count;
      };
      for (const row of ofPlan.get(id) ?? []) {
        const item = { excluded: row.excluded, skipped: Number(row.skipped) === 0 ? null : '' };
        add(
          itemState(item, row.state, { state, begun: Number(row.begun) !== 0, late: Number(row.late) !== 0 }),
          Number(row.count),
        );
      }
      const left = skipped.get(id) ?? 0;
      if (left > 0) add('skipped', left);
      return [id, { counts, total }];
    }),
  );
}

/** Titles of plans that others were made out of. */
async function originTitles(db: Db, plans: readonly PlanRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = plans.flatMap(({ origin_id: id }) => id ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('plans').select(['id', 'title']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Alarm rules that plans propose. */
async function countRules(db: Db, plans: readonly PlanRow[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('plan_rules')
    .select('plan_id')
    .select((expression) => expression.fn.countAll().as('count'))
    .where('plan_id', 'in', plans.length === 0 ? [''] : plans.map(({ id }) => id))
    .groupBy('plan_id')
    .execute();
  return new Map(rows.map((row) => [row.plan_id, Number(row.count)]));
}

/** Plans as the list shows them, in their order. */
export async function headsOf(db: Db, plans: readonly PlanRow[]): Promise<PlanSummary[]> {
  const [counted, titles, ruled] = await Promise.all([
    countItems(db, plans),
    originTitles(db, plans),
    countRules(db, plans),
  ]);
  return plans.map((row) => {
    const of = deriveKindOf(row.origin_of);
    const { batches, ...rollout } = rolloutOf(row);
    const rules = ruled.get(row.id) ?? 0;
    return {
      id: row.id,
      title: row.title,
      state: planStateOf(row),
      revision: row.revision,
      surface: row.surface,
      createdAt: row.created_at,
      createdBy: row.account_name,
      approvedAt: row.approved_at,
      approvedBy: row.approver_name,
      reason: row.reason,
      endedAt: row.ended_at,
      counts: counted.get(row.id)?.counts ?? {},
      total: counted.get(row.id)?.total ?? 0,
      rules,
      rollout: { ...rollout, batches: [...batches] } satisfies PlanRollout,
      origin:
        row.origin_id === null || of === null
          ? null
          : { planId: row.origin_id, title: titles.get(row.origin_id) ?? '', of },
    };
  });
}
