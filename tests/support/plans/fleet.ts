/** Plans on the product with simulated devices that are awake, asleep, or keep their own values. */
import type { Plan, PlanProposal, PlanRollout } from '../../../src/contract/plans/plans.ts';
import type { Device } from '../../../src/simulator/device/device.ts';
import type { SimulatedRtu } from '../../../src/simulator/rtu.ts';
import { type DeliveryProduct, password, type Reply, startDeliveryProduct } from '../delivery/product.ts';

/** `awake`: connected, takes what it is sent. `clamps`: connected, keeps its own. `asleep`: there when it visits. */
export type Manner = 'awake' | 'clamps' | 'asleep';
export interface Member {
  readonly rtuId: number;
  readonly stationId: number;
  readonly device: Device;
}
type One = { plan: Plan };

export const base: PlanRollout = {
  batches: ['100%'],
  concurrency: null,
  stopAt: null,
  order: 'given',
  timeout: null,
};
export const setOf = (rtuId: number, lowBattery = 11.1): PlanProposal => ({
  target: { rtuId, slot: null },
  group: 'rtu',
  edits: { lowBattery },
});

export interface PlanFleet {
  readonly product: DeliveryProduct;
  readonly token: string;
  /** Devices that nothing else has touched; all have reported their parameters. */
  members(manners: readonly Manner[]): Promise<Member[]>;
  /** A reply that is no success fails. */
  ok(method: string, path: string, body?: unknown): Promise<Plan>;
  ask(method: string, path: string, body?: unknown): Promise<Reply<One>>;
  /** All at once where no rollout is given. */
  draft(items: readonly PlanProposal[], rollout?: Partial<PlanRollout>): Promise<Plan>;
  look(id: string): Promise<Plan>;
  approve(plan: Pick<Plan, 'id' | 'revision'>): Promise<Plan>;
  /** Waits until the plan is so. @throws Error with how it is instead */
  until(id: string, is: (plan: Plan) => boolean, ms?: number): Promise<Plan>;
  /** Wakes sleepers, again and again, until the plan is so. */
  visit(members: readonly (Member | undefined)[], id: string, is: (plan: Plan) => boolean): Promise<Plan>;
  stop(): Promise<void>;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function startPlanFleet(databaseUrl?: string): Promise<PlanFleet> {
  const product = await startDeliveryProduct({
    stations: 120,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  const token = await product.login('maintainer');
  let next = 0;
  const ask: PlanFleet['ask'] = (method, path, body) => product.ask<One>(method, path, token, body);
  const ok: PlanFleet['ok'] = async (method, path, body) => {
    const reply = await ask(method, path, body);
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.msg}`);
    return reply.data.plan;
  };
  const look = (id: string) => ok('GET', `/rest/plans/${id}`);

  async function member(rtu: SimulatedRtu, manner: Manner): Promise<Member> {
    const temper = { ...rtu.temper, awake: manner !== 'asleep', breaks: 0 };
    const takes = (name: string, value: number | string | boolean | null) =>
      name === 'rtu/lowBattery' ? 11.5 : value;
    const device = product.device({ ...rtu, temper }, manner === 'clamps' ? { takes } : {});
    const { rtuId, stationId } = await product.ids(rtu.sn);
    if (manner === 'asleep') await device.visit();
    else await device.connect();
    return { rtuId, stationId, device };
  }

  const until: PlanFleet['until'] = async (id, is, ms = 60_000) => {
    for (const end = Date.now() + ms; ; await pause(60)) {
      const plan = await look(id);
      if (is(plan)) return plan;
      const items = plan.items.map(({ state, device, skipped }) => [state, device, skipped]);
      if (Date.now() > end) throw new Error(JSON.stringify([plan.state, plan.counts, plan.progress, items]));
    }
  };

  return {
    product,
    token,
    until,
    async visit(members, id, is) {
      let isSo = false;
      const visits = members.map(async (one) => {
        for (; !isSo; await pause(100)) if (one?.device.connected === false) await one.device.visit();
      });
      try {
        return await until(id, is);
      } finally {
        isSo = true;
        await Promise.all(visits);
      }
    },
    ask,
    ok,
    look,
    async members(manners) {
      const own = product.rtus.slice(next, next + manners.length);
      next += manners.length;
      if (own.length < manners.length) throw new Error('no device is left');
      const found = await Promise.all(own.map((rtu, index) => member(rtu, manners[index] ?? 'awake')));
      for (let tries = 0; tries < 1200; tries++) {
        const reported = await product.running.storage.db
          .selectFrom('parameters')
          .select('rtu_id')
          .where('slot', '=', -1)
          .where(
            'rtu_id',
            'in',
            found.map(({ rtuId }) => rtuId),
          )
          .execute();
        const gone = manners.every((manner, at) => manner !== 'asleep' || !found[at]?.device.connected);
        if (reported.length === found.length && gone) return found;
        await pause(50);
      }
      throw new Error('devices did not report their parameters');
    },
    draft: (items, rollout) =>
      ok('POST', '/rest/plans', {
        title: 'Rollout',
        items,
        surface: 'script',
        rollout: { ...base, ...(rollout ?? { order: 'nextContact' as const }) },
      }),
    async approve({ id, revision }) {
      const body = { planId: id, revision, reason: 'test' };
      const { data } = await product.ask<{ confirmation: string }>('POST', '/rest/user/confirm', token, {
        password,
        body,
      });
      const { confirmation } = data;
      return ok('POST', `/rest/plans/${id}/approve`, { revision, reason: 'test', confirmation });
    },
    stop: () => product.stop(),
  };
}
