/** Plans that a user applies one after the other while processes and databases die. */
import type { Plan } from '../../../src/contract/plans/plans.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { base, setOf } from '../plans/fleet.ts';
import { type Asking, AskRefused } from './asking.ts';

interface One {
  readonly plan: Plan;
}
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
/** ms after which the next plan begins, though sleepers of this one are not done. */
const patience = 8000;

/**
 * Drafts, confirms and approves a plan. An approval whose answer was lost may have happened: then the plan is no draft
 * any more, and is not approved again.
 */
async function applyOne(
  { ask }: Asking,
  rtuIds: readonly number[],
  lowBattery: number,
  password: string,
): Promise<Plan> {
  const { plan } = await ask<One>('/rest/plans', {
    title: `Chaos ${lowBattery}`,
    items: rtuIds.map((rtuId) => setOf(rtuId, lowBattery)),
    surface: 'script',
    rollout: base,
  });
  for (;;) {
    const { revision } = plan;
    const body = { planId: plan.id, revision, reason: 'of the test' };
    try {
      const { confirmation } = await ask<{ confirmation: string }>('/rest/user/confirm', { password, body });
      return (
        await ask<One>(`/rest/plans/${plan.id}/approve`, { revision, reason: 'of the test', confirmation })
      ).plan;
    } catch (error) {
      if (!(error instanceof AskRefused)) throw error;
      const now = await ask<One>(`/rest/plans/${plan.id}`);
      if (now.plan.state !== 'draft') return now.plan;
      await pause(200);
    }
  }
}

/** Applies plans until it is over, each with values of its own. Answers those that were approved. */
export async function applyPlans(
  asking: Asking,
  {
    rtuIds,
    password,
    isOver,
  }: {
    readonly rtuIds: readonly number[];
    readonly password: string;
    readonly isOver: () => boolean;
  },
): Promise<readonly string[]> {
  const approved: string[] = [];
  for (let nth = 0; !isOver(); nth += 1) {
    // 11.00 to 11.99, never the same twice in a row.
    const plan = await applyOne(asking, rtuIds, 11 + (nth % 100) / 100, password);
    approved.push(plan.id);
    for (const until = Date.now() + patience; Date.now() < until && !isOver(); await pause(500)) {
      const now = await asking.ask<One>(`/rest/plans/${plan.id}`);
      if (now.plan.state !== 'applying') break;
    }
  }
  return approved;
}

/** What is wrong with approved plans once nothing is open any more, in words. */
export async function wrongPlans({ db }: Storage, planIds: readonly string[]): Promise<string[]> {
  const plans = await db
    .selectFrom('plans')
    .select(['id', 'state', 'ended_at'])
    .where('id', 'in', planIds)
    .execute();
  const items = await db
    .selectFrom('plan_items')
    .select(['plan_id', 'position', 'order_id', 'skipped'])
    .where('plan_id', 'in', planIds)
    .execute();
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'plan_id'])
    .where('plan_id', 'in', planIds)
    .execute();
  const named = new Set(items.map(({ order_id: id }) => id));
  return [
    ...planIds
      .filter((id) => !plans.some((plan) => plan.id === id))
      .map((id) => `${id} was approved and is gone`),
    ...plans.flatMap(({ id, state, ended_at: ended }) =>
      state === 'applied' && ended !== null ? [] : [`${id} is ${state} and ended ${ended}`],
    ),
    ...items.flatMap(({ plan_id: id, position, order_id: order, skipped }) =>
      (order === null) === (skipped !== null) ? [] : [`item ${position} of ${id}: ${order}, ${skipped}`],
    ),
    ...orders.flatMap(({ id, plan_id: plan }) =>
      named.has(id) ? [] : [`${id} of ${plan} belongs to no item`],
    ),
  ];
}
