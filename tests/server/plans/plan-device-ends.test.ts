/** How a device of a plan ends: a deadline that a pause puts off, and the stop rule over everything that may become of devices. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rollout } from '../../../src/domain/rollout/rollout.ts';
import { OrderStore } from '../../../src/server/delivery/store.ts';
import { pausePlan, resumePlan } from '../../../src/server/plans/control.ts';
import { PlanAdvance } from '../../../src/server/plans/rollout/advance.ts';
import { type DeviceOutcome, end } from '../../../src/server/plans/rollout/device-step.ts';
import { devicesOfPlan } from '../../../src/server/plans/row.ts';
import { toJson } from '../../../src/server/storage/json.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import { TrackedFirmware } from '../../support/delivery/firmware.ts';
import { by, World } from '../../support/delivery/world.ts';
import { writeSmallSite } from '../../support/small-site.ts';

const rtus = 14;
const folder = mkdtempSync(join(tmpdir(), 'device-ends-'));
let storage: Storage;
let plans = 0;
beforeAll(async () => {
  storage = await openStorage({ dataDir: folder });
  await writeSmallSite(storage, rtus);
});
afterAll(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A plan that applies, with the first so many devices begun. */
async function plan(devices: number, rollout: Partial<Rollout>, at: number, deadline: number | null) {
  const id = `plan-${++plans}`;
  const whole: Rollout = {
    batches: ['100%'],
    concurrency: null,
    stopAt: null,
    order: 'given',
    timeout: null,
    ...rollout,
  };
  await storage.write(async (db) => {
    await db
      .insertInto('plans')
      .values({
        id,
        title: id,
        state: 'applying',
        revision: 1,
        surface: 'button',
        user_id: 1,
        account_name: 'tester',
        created_at: at,
        reason: '',
        approved_at: at,
        approver_id: 1,
        approver_name: 'tester',
        approver_address: null,
        issued_at: null,
        ended_at: null,
        rollout: toJson(whole),
      })
      .execute();
    for (let rtu = 1; rtu <= devices; rtu += 1)
      await db
        .insertInto('plan_devices')
        .values({ plan_id: id, rtu_id: rtu, batch: 0, position: rtu, started_at: at, deadline })
        .execute();
  });
  const row = () => storage.db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { id, row };
}

test('what failed and what was out of time stop a plan, what was skipped or cancelled says nothing', async () => {
  const outcome = fc.constantFrom<DeviceOutcome>(
    'passed',
    'passed',
    'failed',
    'timedOut',
    'skipped',
    'cancelled',
  );
  const store = new OrderStore(storage, () => 1000);
  await fc.assert(
    fc.asyncProperty(
      fc.array(outcome, { minLength: 1, maxLength: rtus }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 4 }),
      async (outcomes, failed, more) => {
        const stopAt = { failed, of: failed + more };
        const { id, row } = await plan(outcomes.length, { stopAt }, 0, null);
        const devices = await devicesOfPlan(storage.db, id);
        const counted: boolean[] = [];
        let isStopped = false;
        for (const [index, one] of outcomes.entries()) {
          const device = devices[index];
          if (device !== undefined) await end(store, await row(), device, one);
          if (one !== 'skipped' && one !== 'cancelled') counted.push(one !== 'passed');
          const last = counted.slice(Math.max(0, counted.length - stopAt.of));
          isStopped ||= last.filter((isFailure) => isFailure).length >= failed;
          expect([one, (await row()).state]).toEqual([one, isStopped ? 'stopped' : 'applying']);
        }
      },
    ),
    { numRuns: 60 },
  );
}, 300_000);

test('a deadline that falls while a plan is paused is put off by the pause, to the millisecond', async () => {
  const rtu = planFleet({ seed: 5, anchor: Date.UTC(2026, 5, 1), stations: 60 }).projects[0]?.stations[0]
    ?.rtu;
  if (rtu === undefined) throw new Error('no RTU');
  const node = { rtuId: 1, stationId: 1, sn: 'GW1', firmware: new TrackedFirmware(rtu), awake: false };
  const world = new World(storage, [{ ...node, powerLoss: null }], {}, 'ends');
  await world.boot();
  const { delivery } = world;
  const [target] = world.nodes;
  if (delivery === null || target === undefined) throw new Error('no world');
  const time = 60_000;
  for (const [worked, paused] of [
    [0, 1],
    [20_000, 30_000],
    [20_000, 40_000],
    [20_000, 500_000],
    [time - 1, 1],
    [time - 1, 500_000],
  ] as const) {
    const at = world.clock.now;
    const { id, row } = await plan(1, { timeout: time / 1000 }, at, at + time);
    const content = { type: 'action', action: 'reportNow', args: {} } as const;
    const orderId = await world.create(target, null, content);
    if (orderId === null) throw new Error('it was refused');
    await storage.write(async (db) => {
      await db.updateTable('orders').set({ plan_id: id }).where('id', '=', orderId).execute();
      await db
        .insertInto('plan_items')
        .values({
          plan_id: id,
          position: 0,
          rtu_id: 1,
          slot: null,
          kind: null,
          type: 'send',
          group_id: 'reportNow',
          edits: '{}',
          base_version: 0,
          previous: toJson({}),
          excluded: 0,
          order_id: orderId,
          skipped: null,
        })
        .execute();
    });
    const look = async () => {
      const options = { delivery, moved: () => {}, stopped: () => false };
      const next = await new PlanAdvance(options, id).run(null);
      const [device] = await devicesOfPlan(storage.db, id);
      return [device?.outcome ?? null, next] as const;
    };
    const what = `${worked} ms, then a pause of ${paused} ms`;
    world.clock.now = at + worked;
    expect(await look(), what).toEqual([null, at + time]);
    await pausePlan(delivery.store, by, id);
    world.clock.now += paused;
    // Nothing of it is a matter of time now.
    expect(await look(), what).toEqual([null, null]);
    await resumePlan(delivery.store, by, id, { revision: (await row()).revision }, () => null);
    const until = at + time + paused;
    expect(await look(), what).toEqual([null, until]);
    world.clock.now = until - 1;
    expect(await look(), what).toEqual([null, until]);
    world.clock.now = until;
    expect((await look())[0], what).toBe('timedOut');
    expect((await delivery.store.byId(orderId))?.state, what).toBe('cancelled');
  }
  await world.kill();
}, 300_000);
