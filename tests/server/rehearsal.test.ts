/** Rehearsals: twins of real devices, in a world of their own (BEHAVIOUR §3). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Plan } from '../../src/contract/plans.ts';
import type { Rehearsal, RehearsalResult } from '../../src/contract/rehearsal.ts';
import { type PlanFleet, setOf, startPlanFleet } from '../support/plans/fleet.ts';

let fleet: PlanFleet;
let heard: string[] = [];
beforeAll(async () => {
  fleet = await startPlanFleet();
  const { gateway } = fleet.product.running;
  // Whatever the real gateway hears or sends.
  gateway.events.on('birth', ({ sn }) => heard.push(sn));
  gateway.events.on('data', ({ sn }) => heard.push(sn));
  gateway.events.on('refused', ({ sn }) => heard.push(sn ?? '?'));
});
afterAll(() => fleet.stop());

const address = (plan: Pick<Plan, 'id'>) => `/rest/plans/${plan.id}/rehearsal`;
type One = { rehearsal: Rehearsal | null };
const ask = (method: string, path: string, body?: unknown, token = fleet.token) =>
  fleet.product.ask<One>(method, path, token, body);

async function over(plan: Plan): Promise<Rehearsal> {
  for (let tries = 0; tries < 600; tries++) {
    const { rehearsal } = (await ask('GET', address(plan))).data;
    if (rehearsal !== null && rehearsal.state !== 'running') return rehearsal;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('the rehearsal goes on');
}

async function rehearsed(plan: Plan, seed: number): Promise<RehearsalResult> {
  const begun = await ask('POST', address(plan), { revision: plan.revision, seed });
  expect(begun.msg + begun.status, JSON.stringify(begun)).toContain('200');
  const { state, result } = await over(plan);
  expect(state).toBe('done');
  if (result === null) throw new Error('no result');
  return result;
}

test('silent and refusing devices are told, nothing real hears of it, and the same seed tells the same', async () => {
  const { storage, delivery } = fleet.product.running;
  const members = await fleet.members(['awake', 'awake', 'asleep', 'asleep', 'asleep', 'asleep']);
  const [a, b, c, silent, mute, refusing] = members.map(({ rtuId }) => rtuId);
  if (!a || !b || !c || !silent || !mute || !refusing) throw new Error('six members are needed');
  const { gateway } = fleet.product.running;
  // Two have been quiet for longer than three cycles.
  for (const rtuId of [silent, mute]) {
    const link = gateway.link(rtuId);
    if (link === null) throw new Error('no link');
    Object.assign(link, { lastContactAt: Date.now() - 20 * link.sendCycle * 1000, heard: null });
  }
  // One refused the same set before.
  const first = await fleet.draft([setOf(refusing, 11.3)]);
  await fleet.approve(first);
  await fleet.until(first.id, ({ items }) => items[0]?.command != null);
  await storage.write((db) =>
    db
      .updateTable('commands')
      .set({
        state: 'failed',
        seq: 1,
        attempts: 1,
        answered_at: Date.now(),
        ended_at: Date.now(),
        answer: 'rtu/lowBattery: not in this firmware',
      })
      .where('plan_id', '=', first.id)
      .execute(),
  );
  delivery.touched(refusing);
  await fleet.until(first.id, ({ endedAt }) => endedAt !== null);

  const plan = await fleet.draft([a, b, c, silent, mute, refusing].map((rtuId) => setOf(rtuId)));
  const before = await storage.db.selectFrom('commands').select('id').execute();
  for (const { device } of members) await device.stop();
  await new Promise((done) => setTimeout(done, 500));
  heard = [];
  const result = await rehearsed(plan, 7);
  console.log(JSON.stringify(result, null, 1));
  const causes = new Map(result.devices.map(({ rtuId, cause }) => [rtuId, cause]));
  expect(causes).toEqual(
    new Map([
      ...[a, b, c].map((rtuId) => [rtuId, null] as const),
      [silent, 'silent'],
      [mute, 'silent'],
      [refusing, 'rejected'],
    ]),
  );
  expect(result.devices.find(({ rtuId }) => rtuId === refusing)?.text).toBe(
    'rtu/lowBattery: not in this firmware',
  );
  // Two never come: it lasts until their time to live is over, a day at least.
  expect(result.duration.median).toBeGreaterThanOrEqual(86_400_000);
  expect(result.speed).toBeGreaterThan(1000);
  expect(heard).toEqual([]);
  expect(await storage.db.selectFrom('commands').select('id').execute()).toEqual(before);
  expect((await fleet.look(plan.id)).state).toBe('draft');

  const again = await rehearsed(plan, 7);
  expect({ ...again, speed: 0 }).toEqual({ ...result, speed: 0 });
}, 180_000);
