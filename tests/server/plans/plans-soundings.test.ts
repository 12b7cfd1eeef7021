/** O2: sirens sound when their approver was shown that they would, and are asked about again where that has moved. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Plan } from '../../../src/contract/plans/plans.ts';
import { shownSlack, soundSlack } from '../../../src/domain/rollout/soundings.ts';
import { readViewer } from '../../../src/server/accounts/viewer.ts';
import { OrderStore } from '../../../src/server/delivery/store.ts';
import { approvePlan } from '../../../src/server/plans/change.ts';
import { pausePlan, resumePlan } from '../../../src/server/plans/control.ts';
import { password } from '../../support/delivery/product.ts';
import { type PlanFleet, startPlanFleet } from '../../support/plans/fleet.ts';

const minute = 60_000;
let fleet: PlanFleet;
interface Siren {
  readonly rtuId: number;
  readonly slot: number;
}
const sirens: Siren[] = [];

beforeAll(async () => {
  fleet = await startPlanFleet();
  const { running, rtus } = fleet.product;
  for (const { rtu, sensors } of running.board.sites({ companyId: null })) {
    const slot = sensors.find(({ kind }) => kind === 10)?.slot;
    const simulated = rtus.find(({ sn }) => sn === rtu?.sn);
    if (rtu === null || slot === undefined || simulated === undefined || sirens.length === 3) continue;
    const temper = { ...simulated.temper, awake: true, breaks: 0 };
    await fleet.product.device({ ...simulated, temper }).connect();
    sirens.push({ rtuId: rtu.id, slot });
  }
  expect(sirens).toHaveLength(3);
  await vi.waitFor(
    () => expect(sirens.every(({ rtuId }) => running.gateway.link(rtuId)?.connected === true)).toBe(true),
    { timeout: 60_000, interval: 100 },
  );
}, 300_000);
afterAll(() => fleet?.stop());

const draftOf = (...own: readonly (Siren | undefined)[]) =>
  fleet.draft(
    own.flatMap((target) =>
      target === undefined ? [] : [{ type: 'send' as const, target, action: 'testHorn', args: {} }],
    ),
    { concurrency: 1, gap: 60 },
  );
type Sounds = { readonly from: number; readonly until: number };
const over = (plan: Plan) => plan.endedAt !== null;
const whyOf = (plan: Plan) => plan.items.map(({ skipped }) => skipped?.message ?? null);

async function confirm({ id, revision }: Plan, sounds?: Sounds) {
  const body = { planId: id, revision, reason: '', ...(sounds === undefined ? {} : { sounds }) };
  const { data } = await fleet.product.ask<{ confirmation: string }>(
    'POST',
    '/rest/user/confirm',
    fleet.token,
    { password, body },
  );
  return { revision, reason: '', confirmation: data.confirmation, ...(sounds ? { sounds } : {}) };
}
/** The server's own functions by a clock that stands where a test puts it. */
async function at(now: number) {
  const { running } = fleet.product;
  const store = new OrderStore(running.storage, () => now);
  const viewer = await readViewer(running.storage, 1);
  if (viewer === null) throw new Error('no maintainer');
  const by = { viewer, address: '127.0.0.1' };
  const link = (rtuId: number) => running.gateway.link(rtuId);
  return {
    approve: async (plan: Plan, sounds?: Sounds) =>
      approvePlan(store, by, plan.id, await confirm(plan, sounds), () => null, link),
    pause: (plan: Plan) => pausePlan(store, by, plan.id),
    resume: (plan: Pick<Plan, 'id' | 'revision'>, sounds?: Sounds) =>
      resumePlan(store, by, plan.id, { revision: plan.revision, ...(sounds ? { sounds } : {}) }, link),
  };
}
const moved = { status: 409, messageId: 'plans.soundingsMoved', field: 'sounds' };
const discard = (plan: Plan) => fleet.product.ask('DELETE', `/rest/plans/${plan.id}`, fleet.token);

test('O2: a draft shows when each siren is expected to sound, in the local time of its station', async () => {
  const before = Date.now();
  const plan = await draftOf(...sirens);
  // One that was born within the last minute may be gone before its turn comes: it is not expected to sound then.
  expect(plan.soundings[0]?.position).toBe(0);
  const times = plan.soundings.map(({ expected }) => (expected?.at ?? 0) - before);
  expect(times[0]).toBeGreaterThanOrEqual(0);
  // One after the other, with its pause between.
  for (const [index, time] of times.slice(1).entries())
    expect(time - (times[index] ?? 0)).toBeGreaterThanOrEqual(minute);
  for (const { stationCode, timeZone } of plan.soundings)
    expect([stationCode, timeZone]).toEqual([expect.stringMatching(/./), expect.stringMatching(/\//)]);
  const sets = await fleet.draft([
    { target: { rtuId: sirens[0]?.rtuId ?? 0, slot: null }, group: 'rtu', edits: { lowBattery: 11.3 } },
  ]);
  expect(sets.soundings).toEqual([]);
  await discard(plan);
  await discard(sets);
});

test('O2: is approved at the times that were shown, and asks again at others', async () => {
  const [siren] = sirens;
  const now = Date.now();
  const { approve } = await at(now);
  // Connected: it sounds as soon as it is approved.
  const shownAt = (time: number) => ({ from: time, until: time });
  const plan = await draftOf(siren);
  await expect(approve(plan)).rejects.toMatchObject(moved);
  for (const wrong of [now - shownSlack - 1, now + shownSlack + 1, now - 8 * 60 * minute]) {
    const refused = approve(plan, shownAt(wrong));
    await expect(refused).rejects.toMatchObject({
      ...moved,
      data: { soundings: [{ position: 0, expected: { at: now } }], span: shownAt(now) },
    });
  }
  // The password is bound to the times as well.
  const other = { ...(await confirm(plan, shownAt(now))), sounds: shownAt(now + 1) };
  const reply = await fleet.ask('POST', `/rest/plans/${plan.id}/approve`, other);
  expect(reply.status).toBe(422);
  for (const right of [now - shownSlack, now + shownSlack]) {
    const one = await draftOf(siren);
    await approve(one, shownAt(right));
    expect((await fleet.look(one.id)).state).toBe('applying');
    await fleet.ok('POST', `/rest/plans/${one.id}/cancel`);
    await fleet.until(one.id, over);
  }
  await discard(plan);
});

test('O2: a siren whose turn comes later than was shown is left out by name', async () => {
  const [one, two] = sirens;
  const { running } = fleet.product;
  const orders = async (sibling: Siren | undefined, approvedAt: number) => {
    const { approve } = await at(approvedAt);
    const plan = await draftOf(sibling);
    await approve(plan, { from: approvedAt, until: approvedAt });
    running.issuer.issue(plan.id);
    return fleet.until(plan.id, over);
  };
  expect(whyOf(await orders(one, Date.now() - soundSlack - 1))).toEqual(['plans.soundsAtOtherTime']);
  // Some minutes before the border: the machine may be slow.
  expect(whyOf(await orders(two, Date.now() - soundSlack + 5 * minute))).toEqual([null]);
});

test('O2: goes on after a pause at the times that were approved, and asks again at others', async () => {
  const [, , siren] = sirens;
  const begun = Date.now();
  const plan = await draftOf(siren);
  const first = await at(begun);
  await first.approve(plan, { from: begun, until: begun });
  await first.pause(plan);
  const paused = await fleet.look(plan.id);
  expect(paused.state).toBe('paused');
  expect(paused.soundings).toMatchObject([{ position: 0 }]);

  const night = begun + 9 * 60 * minute;
  const late = await at(night);
  await expect(late.resume(paused)).rejects.toMatchObject({
    ...moved,
    data: { soundings: [{ position: 0, expected: { at: night } }] },
  });
  await expect((await at(begun + soundSlack + 1)).resume(paused)).rejects.toMatchObject(moved);
  await expect(late.resume(paused, { from: begun, until: begun })).rejects.toMatchObject(moved);
  await late.resume(paused, { from: night, until: night });
  const { sound_from: from, sound_until: until } = await fleet.product.running.storage.db
    .selectFrom('plans')
    .select(['sound_from', 'sound_until'])
    .where('id', '=', plan.id)
    .executeTakeFirstOrThrow();
  expect([from, until]).toEqual([night - soundSlack, night + soundSlack]);
  // Within what was approved nothing is asked.
  await late.pause(plan);
  await (await at(night + soundSlack)).resume(await fleet.look(plan.id));
  expect((await fleet.look(plan.id)).state).toBe('applying');
  await fleet.ok('POST', `/rest/plans/${plan.id}/cancel`);
  await fleet.until(plan.id, over);
});
