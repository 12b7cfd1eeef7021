/** Plans against what others set meanwhile, what devices have already, and limits that cannot be met (issue 12, O2). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Plan, PlanProposal } from '../../../src/contract/plans/plans.ts';
import type { Rehearsal } from '../../../src/contract/plans/rehearsal.ts';
import { type Member, type PlanFleet, setOf, startPlanFleet } from '../../support/plans/fleet.ts';

let fleet: PlanFleet;
beforeAll(async () => {
  fleet = await startPlanFleet();
}, 300_000);
afterAll(() => fleet.stop());

const rtu = ({ rtuId }: Member) => ({ rtuId, slot: null });
const set = (member: Member, edits: Record<string, unknown>, more: object = {}): PlanProposal =>
  ({ target: rtu(member), group: 'rtu', edits, ...more }) as PlanProposal;
const over = (plan: Plan) => plan.endedAt !== null;
const whyOf = (plan: Plan) =>
  plan.items.map((item) => item.obstacle?.message ?? item.skipped?.message ?? null);

/** A set by hand, based on whatever the group's version is. */
async function byHand(member: Member, edits: Record<string, unknown>): Promise<string> {
  const { product, token } = fleet;
  const { storage } = product.running;
  const known = await storage.db
    .selectFrom('parameter_versions')
    .select('version')
    .where('rtu_id', '=', member.rtuId)
    .where('slot', '=', -1)
    .where('group_id', '=', 'rtu')
    .executeTakeFirst();
  const order = { type: 'set' as const, group: 'rtu', edits, version: known?.version ?? 0 };
  const reply = await product.order(token, rtu(member), order as never);
  expect(reply.status, reply.msg).toBe(200);
  const { data } = reply as unknown as { data: { order: { id: string } } };
  return data.order.id;
}
async function verified(id: string): Promise<void> {
  const { db } = fleet.product.running.storage;
  const verification = async () =>
    (await db.selectFrom('orders').select('verification').where('id', '=', id).executeTakeFirst())
      ?.verification;
  await expect.poll(verification).toBe('verified');
}

describe('O2: plans collide by field', () => {
  test('a set of another field of the group, by hand or by another plan, keeps no set from going', async () => {
    const [one] = await fleet.members(['awake']);
    if (one === undefined) throw new Error('no device');
    const first = await fleet.draft([set(one, { lowBattery: 11.1 })]);
    const second = await fleet.draft([set(one, { maxResend: 150 })]);
    await verified(await byHand(one, { retryCount: 5 }));
    expect(whyOf(await fleet.look(first.id))).toEqual([null]);
    await fleet.approve(first);
    await fleet.approve(second);
    const ended = [await fleet.until(first.id, over), await fleet.until(second.id, over)];
    expect(ended.map(({ progress }) => progress?.devices)).toEqual([{ passed: 1 }, { passed: 1 }]);
    const own = one.device.memory.of(-1);
    expect(['lowBattery', 'maxResend', 'retryCount'].map((id) => own.get(`rtu/${id}`))).toEqual([
      11.1, 150, 5,
    ]);
  });

  test('a set of the same field does, while it is under way and once it has changed the device', async () => {
    const [asleep, awake] = await fleet.members(['asleep', 'awake']);
    if (asleep === undefined || awake === undefined) throw new Error('no device');
    const plan = await fleet.draft([set(asleep, { lowBattery: 11.1 }), set(awake, { lowBattery: 11.1 })]);
    await byHand(asleep, { lowBattery: 11.3, retryCount: 4 });
    await verified(await byHand(awake, { lowBattery: 11.4 }));
    const seen = await fleet.look(plan.id);
    expect(whyOf(seen)).toEqual(['set.stale', 'plans.moved']);
    expect(seen.items[0]?.obstacle).toMatchObject({ fields: ['lowBattery'], params: { by: 'maintainer' } });
    await fleet.approve(plan);
    const ended = await fleet.until(plan.id, over);
    expect(whyOf(ended)).toEqual(['set.stale', 'plans.moved']);
    expect(ended.progress?.devices).toEqual({ skipped: 2 });
    expect(awake.device.memory.of(-1).get('rtu/lowBattery')).toBe(11.4);
  });

  test('a value that the device reports again unchanged is no obstacle, although the group was set meanwhile', async () => {
    const [one] = await fleet.members(['awake']);
    if (one === undefined) throw new Error('no device');
    const before = one.device.memory.of(-1).get('rtu/lowBattery');
    const plan = await fleet.draft([set(one, { lowBattery: 11.1 })]);
    await verified(await byHand(one, { lowBattery: 11.4 }));
    expect(whyOf(await fleet.look(plan.id))).toEqual(['plans.moved']);
    await verified(await byHand(one, { lowBattery: before }));
    expect(whyOf(await fleet.look(plan.id))).toEqual([null]);
    await fleet.approve(plan);
    expect((await fleet.until(plan.id, over)).progress?.devices).toEqual({ passed: 1 });
  });

  test('a set that was taken back before it was sent is no obstacle', async () => {
    const [one] = await fleet.members(['asleep']);
    if (one === undefined) throw new Error('no device');
    const plan = await fleet.draft([set(one, { lowBattery: 11.1 })]);
    const id = await byHand(one, { lowBattery: 11.4 });
    expect(whyOf(await fleet.look(plan.id))).toEqual(['set.stale']);
    const reply = await fleet.product.ask('POST', `/rest/orders/${id}/cancel`, fleet.token);
    expect(reply.status, reply.msg).toBe(200);
    expect(whyOf(await fleet.look(plan.id))).toEqual([null]);
  });
});

describe('O2: what a device has already leaves the plan', () => {
  test('fields by their word, whole sets by name; what is not known, or may still change, stays', async () => {
    const [one, two, three] = await fleet.members(['awake', 'awake', 'asleep']);
    if (one === undefined || two === undefined || three === undefined) throw new Error('no device');
    const has = (member: Member, id: string) => member.device.memory.of(-1).get(`rtu/${id}`);
    const [count, battery] = [has(one, 'retryCount'), has(two, 'lowBattery')];
    await byHand(three, { lowBattery: 11.4 });
    const plan = await fleet.draft([
      set(one, { retryCount: count, lowBattery: 11.1 }),
      set(two, { lowBattery: battery }),
      set(three, { lowBattery: has(three, 'lowBattery') }),
      // Goes there and back: the second is what the device has now, and not what it will have then.
      set(two, { maxResend: 150 }),
      set(two, { maxResend: has(two, 'maxResend') }, { after: 'verified' }),
    ]);
    expect(plan.items.map(({ type, edits }) => [type, Object.keys(edits)])).toEqual([
      ['set', ['lowBattery']],
      ['skip', []],
      ['set', ['lowBattery']],
      ['set', ['maxResend']],
      ['set', ['maxResend']],
    ]);
    expect(plan.items[1]?.skipped).toMatchObject({ message: 'plans.unchanged', fields: ['lowBattery'] });
  });

  test('a step that waited for one that has gone waits for the one before that', async () => {
    const [one] = await fleet.members(['awake']);
    if (one === undefined) throw new Error('no device');
    const count = one.device.memory.of(-1).get('rtu/retryCount');
    const plan = await fleet.draft([
      set(one, { lowBattery: 11.1 }),
      set(one, { retryCount: count }, { after: 'verified' }),
      set(one, { maxResend: 150 }),
    ]);
    expect(plan.items.map(({ type, after }) => [type, after])).toEqual([
      ['set', null],
      ['skip', null],
      ['set', 'verified'],
    ]);
  });

  test('what came to be so before the approval is left out by name, and is not tried again', async () => {
    const [one, two] = await fleet.members(['awake', 'awake']);
    if (one === undefined || two === undefined) throw new Error('no device');
    const plan = await fleet.draft([set(one, { lowBattery: 11.1 }), set(two, { lowBattery: 11.1 })]);
    await verified(await byHand(one, { lowBattery: 11.1 }));
    expect(whyOf(await fleet.look(plan.id))).toEqual(['plans.unchanged', null]);
    await fleet.approve(plan);
    const ended = await fleet.until(plan.id, over);
    expect(whyOf(ended)).toEqual(['plans.unchanged', null]);
    expect(ended.progress?.devices).toEqual({ passed: 1 });
    const again = await fleet.ask('POST', `/rest/plans/${plan.id}/derive`, {
      of: 'notStarted',
      surface: 'button',
    });
    expect(again.messageId).toBe('plans.nothing');
  });
});

describe('O2: devices that were skipped, cancelled or out of time', () => {
  test('are each counted as that, and can be tried again', async () => {
    const [skipped, cancelled, late, good] = await fleet.members(['awake', 'asleep', 'asleep', 'awake']);
    if (!skipped || !cancelled || !late || !good) throw new Error('no device');
    const plan = await fleet.draft(
      [skipped, cancelled, late, good].map(({ rtuId }) => setOf(rtuId)),
      {
        timeout: 3600,
      },
    );
    await verified(await byHand(skipped, { lowBattery: 11.4 }));
    await fleet.approve(plan);
    const going = await fleet.until(plan.id, ({ progress }) => progress?.devices['passed'] === 1);
    const order = going.items.find(({ target }) => target.rtuId === cancelled.rtuId)?.order?.id;
    await fleet.product.ask('POST', `/rest/orders/${order}/cancel`, fleet.token);
    await fleet.product.running.storage.write((db) =>
      db
        .updateTable('plan_devices')
        .set({ deadline: Date.now() })
        .where('plan_id', '=', plan.id)
        .where('rtu_id', '=', late.rtuId)
        .execute(),
    );
    fleet.product.running.issuer.issue(plan.id);
    const ended = await fleet.until(plan.id, over);
    expect(ended.progress?.devices).toEqual({ skipped: 1, cancelled: 1, timedOut: 1, passed: 1 });
    expect(ended.counts).toMatchObject({ skipped: 1, cancelled: 1, timedOut: 1, succeeded: 1 });
    expect(ended.items.map(({ state, device }) => [state, device])).toEqual([
      ['skipped', 'skipped'],
      ['cancelled', 'cancelled'],
      ['timedOut', 'timedOut'],
      ['succeeded', 'passed'],
    ]);
    const again = (of: string) =>
      fleet.ok('POST', `/rest/plans/${plan.id}/derive`, { of, surface: 'button' });
    const devices = ({ items }: Plan) => items.map(({ target }) => target.rtuId);
    expect(devices(await again('notStarted'))).toEqual([skipped.rtuId, cancelled.rtuId]);
    expect(devices(await again('failed'))).toEqual([late.rtuId]);
  });
});

describe('O2: a rollout', () => {
  test('without a choice begins with one device and has a stop rule', async () => {
    const members = await fleet.members([
      'clamps',
      'clamps',
      'clamps',
      'clamps',
      'clamps',
      'clamps',
      'clamps',
    ]);
    const items = members.map(({ rtuId }) => setOf(rtuId));
    const plan = await fleet.ok('POST', '/rest/plans', { title: 'Rollout', items, surface: 'button' });
    expect(plan.rollout).toMatchObject({ batches: [1, 5, '20%'], stopAt: { failed: 2, of: 10 } });
    await fleet.approve(plan);
    const ended = await fleet.until(plan.id, over);
    expect(ended.state).toBe('stopped');
    // The first alone, then five at once: the seventh is spared.
    expect(ended.progress?.devices).toEqual({ failed: 6, notStarted: 1 });
  });

  test('with a pause leaves it between the end of a device and the begin of the next', async () => {
    const members = await fleet.members(['awake', 'awake', 'awake']);
    const plan = await fleet.draft(
      members.map(({ rtuId }) => setOf(rtuId)),
      { gap: 2, batches: ['100%'] },
    );
    expect(plan.rollout.gap).toBe(2);
    await fleet.approve(plan);
    await fleet.until(plan.id, over);
    const rows = await fleet.product.running.storage.db
      .selectFrom('plan_devices')
      .select(['started_at', 'ended_at'])
      .where('plan_id', '=', plan.id)
      .orderBy('position')
      .execute();
    expect(rows).toHaveLength(3);
    for (const [at, { started_at: begun }] of rows.entries())
      if (at > 0) expect((begun ?? 0) - (rows[at - 1]?.ended_at ?? 0)).toBeGreaterThanOrEqual(2000);
    const wrong = await fleet.ask('POST', '/rest/plans', {
      title: 'Rollout',
      items: [setOf(members[0]?.rtuId ?? 0, 11.2)],
      surface: 'script',
      rollout: { ...plan.rollout, gap: 86_401 },
    });
    expect(wrong).toMatchObject({ messageId: 'rolloutProblem.range' });
  });

  test('with a limit that a device cannot meet says so before the approval, and a siren that will be skipped', async () => {
    const { running } = fleet.product;
    const site = running.board.sites({ companyId: null }).find(({ rtu: one, sensors }) => {
      const simulated = fleet.product.rtus.find(({ sn }) => sn === one?.sn);
      return sensors.some(({ kind }) => kind === 10) && (simulated?.sendCycle ?? 0) >= 1200;
    });
    if (site?.rtu == null) throw new Error('no siren');
    const [asleep, awake] = await fleet.members(['asleep', 'awake']);
    if (asleep === undefined || awake === undefined) throw new Error('no device');
    const reported = await fleet.draft([setOf(asleep.rtuId), setOf(awake.rtuId)], { timeout: 60 });
    expect(reported.items.map(({ late }) => late?.message ?? null)).toEqual(['plans.late.timeout', null]);
    expect(reported.items[0]?.late?.params).toMatchObject({ limit: 1 });
    const met = await fleet.draft([setOf(asleep.rtuId), setOf(awake.rtuId)], { timeout: 86_400 });
    expect(met.items.map(({ late }) => late)).toEqual([null, null]);

    const slot = site.sensors.find(({ kind }) => kind === 10)?.slot ?? 0;
    const target = { rtuId: site.rtu.id, slot };
    // Heard of just now and asleep for an hour: a test that is good for 10 min cannot reach it.
    const facts = running.gateway.link(site.rtu.id);
    expect(facts).not.toBeNull();
    const simulated = fleet.product.rtus.find(({ sn }) => sn === site.rtu?.sn);
    if (simulated === undefined) throw new Error('no device');
    const device = fleet.product.device({
      ...simulated,
      temper: { ...simulated.temper, awake: false, breaks: 0 },
    });
    const begun = Date.now();
    await device.visit();
    await expect
      .poll(() => {
        const link = running.gateway.link(site.rtu?.id ?? 0);
        return link?.connected === false && (link.lastContactAt ?? 0) >= begun;
      })
      .toBe(true);
    const horn = await fleet.draft([{ type: 'send', target, action: 'testHorn', args: {} }], { gap: 60 });
    expect(horn.items[0]?.obstacle).toMatchObject({ message: 'command.landsTooLate', params: { limit: 10 } });
    await device.connect();
    await expect.poll(() => running.gateway.link(site.rtu?.id ?? 0)?.connected).toBe(true);
    expect((await fleet.look(horn.id)).items[0]?.obstacle).toBeNull();
    await device.stop();
  });

  test('is expected to end when its rehearsal does', async () => {
    const members = await fleet.members(['asleep', 'asleep', 'asleep', 'asleep']);
    const after = { delay: 300 };
    const plan = await fleet.draft(
      members.flatMap((member) => [
        set(member, { lowBattery: 11.1 }),
        set(member, { maxResend: 150 }, { after: 'verified' }),
        set(member, { retryCount: 7 }, { after }),
      ]),
      { batches: [1, 2, '100%'], concurrency: 1, gap: 60 },
    );
    const path = `/rest/plans/${plan.id}/rehearsal`;
    const ask = (method: string, body?: unknown) =>
      fleet.product.ask<{ rehearsal: Rehearsal | null }>(method, path, fleet.token, body);
    const at = Date.now();
    expect((await ask('POST', { revision: plan.revision, seed: 3 })).status).toBe(200);
    await expect
      .poll(async () => (await ask('GET')).data.rehearsal?.state, { timeout: 160_000, interval: 500 })
      .toBe('done');
    const result = (await ask('GET')).data.rehearsal?.result;
    if (result == null || plan.expectedEnd === null) throw new Error('no result');
    const expected = plan.expectedEnd.at - at;
    const cycles = members.map(({ rtuId }) => fleet.product.running.gateway.link(rtuId)?.sendCycle ?? 0);
    // A contact comes a tenth of its cycle early or late at most: less than a cycle of the slowest in all.
    expect(Math.abs(expected - result.duration.median) / 1000).toBeLessThan(Math.max(...cycles));
    // One after the other, each twice: the step with its delay needs another contact.
    expect(expected).toBeGreaterThan((Math.max(...cycles) + 3 * 300) * 1000);
  }, 300_000);
});
