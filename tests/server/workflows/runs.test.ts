/** Scripts run through HTTP on a real server with simulated devices: what they read, what they propose, how they end. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Plan } from '../../../src/contract/plans.ts';
import { type DeliveryProduct, startDeliveryProduct } from '../../support/delivery/product.ts';
import { runsOf } from '../../support/workflows/runs.ts';

let product: DeliveryProduct;
let token = '';
const runs = runsOf({ ask: (...given) => product.ask(...given) }, () => token);
beforeAll(async () => {
  product = await startDeliveryProduct({ stations: 40 });
  token = await product.login('maintainer');
});
afterAll(async () => {
  await product.stop();
});

const planOf = async (planId: string | null) =>
  (await product.ask<{ plan: Plan }>('GET', `/rest/plans/${planId}`, token)).data.plan;

describe('a script', () => {
  test('proposes sets, which become a plan that is not applied', async () => {
    const run = await runs.run(`import { fleet, plan, log } from 'groundwatch';
const stations = await fleet.stations({ kind: ['rt3000', 'rt1030'] });
for (const station of stations) plan.set(station, 'rtu', { lowBattery: 11.2 }, { reason: 'winter' });
plan.skip(stations[0], 'only to see');
plan.rollout({ batches: [1, 5, '20%'], stopAt: [4, 10] });
plan.title('Low battery of tilt sensors');
log('proposed', stations.length);`);
    expect(run).toMatchObject({ state: 'done', problem: null });
    expect(run.proposed.sets).toBeGreaterThan(1);
    expect(run.proposal).toMatchObject({
      title: 'Low battery of tilt sensors',
      rollout: { batches: [1, 5, '20%'], stopAt: [4, 10] },
      skips: [{ why: 'only to see', id: null }],
    });
    const plan = await planOf(run.planId);
    expect(plan).toMatchObject({ state: 'draft', surface: 'script', title: 'Low battery of tilt sensors' });
    expect(plan.items).toHaveLength(run.proposed.sets);
    expect(plan.items[0]).toMatchObject({ group: 'rtu', edits: { lowBattery: 11.2 } });
    expect((await runs.log(run.id)).lines).toMatchObject([
      { line: 0, kind: 'log', text: `proposed ${run.proposed.sets}` },
    ]);
  });
});
