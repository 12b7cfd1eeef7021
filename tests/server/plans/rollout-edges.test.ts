/** What may happen to a plan while it goes: stations that go, clocks that are set, another host that is first. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '../../../src/base/errors.ts';
import type { Plan } from '../../../src/contract/plans/plans.ts';
import { mostItems } from '../../../src/contract/plans/plans.ts';
import { readViewer } from '../../../src/server/accounts/viewer.ts';
import { OrderStore } from '../../../src/server/delivery/store.ts';
import { pausePlan, resumePlan } from '../../../src/server/plans/control.ts';
import { PlanHalted, skipItem } from '../../../src/server/plans/order-item.ts';
import { begin } from '../../../src/server/plans/rollout/device-step.ts';
import { itemsOf } from '../../../src/server/plans/row.ts';
import { type PlanFleet, setOf, startPlanFleet } from '../../support/plans/fleet.ts';

const isOver = ({ endedAt }: Plan) => endedAt !== null;
const states = ({ items }: Plan) => items.map(({ state }) => state);
const devices = ({ items }: Plan) => items.map(({ device }) => device);

let fleet: PlanFleet;
beforeAll(async () => {
  fleet = await startPlanFleet();
}, 300_000);
afterAll(async () => {
  await fleet?.stop();
}, 300_000);
const running = () => fleet.product.running;
const retire = (stationId: number, at: number | null) =>
  running().storage.write((db) =>
    db.updateTable('stations').set({ retired_at: at }).where('id', '=', stationId).execute(),
  );

describe('a rollout', () => {
  test('skips by name a device whose station has gone out of use; it is no failure', async () => {
    const members = await fleet.members(['awake', 'awake', 'awake']);
    const draft = await fleet.draft(
      members.map(({ rtuId }) => setOf(rtuId)),
      { batches: [1], stopAt: { failed: 1, of: 1 } },
    );
    const gone = members[1]?.stationId ?? 0;
    await retire(gone, Date.now());
    await fleet.approve(draft);
    const plan = await fleet.until(draft.id, isOver);
    expect(plan.state).toBe('applied');
    expect(devices(plan)).toEqual(['passed', 'skipped', 'passed']);
    expect(plan.items[1]?.skipped?.message).toBe('api.notFound');
    const made = await running()
      .storage.db.selectFrom('orders')
      .select('id')
      .where('rtu_id', '=', members[1]?.rtuId ?? 0)
      .where('plan_id', '=', draft.id)
      .execute();
    expect(made).toEqual([]);
    await retire(gone, null);
  });

  test('is still sent to its company when one of its stations is retired', async () => {
    const found = await fleet.members(['asleep', 'asleep', 'asleep', 'asleep', 'asleep', 'asleep']);
    const company = (rtuId: number) => running().board.siteOfRtu(rtuId)?.project.companyId;
    const own = found.filter(({ rtuId }) => company(rtuId) === 1).slice(0, 2);
    expect(own).toHaveLength(2);
    const draft = await fleet.draft(own.map(({ rtuId }) => setOf(rtuId)));
    await retire(own[0]?.stationId ?? 0, Date.now());
    await running().board.load();
    const response = await fetch(`${running().address}/rest/stream`, {
      headers: { authorization: await fleet.product.login('viewerA') },
    });
    const reported = response.body?.getReader();
    let text = '';
    const heard = (async () => {
      for (const decoder = new TextDecoder(); !text.includes(draft.id); ) {
        const next = await reported?.read();
        if (next === undefined || next.done) return;
        text += decoder.decode(next.value, { stream: true });
      }
    })();
    await fleet.ok('PUT', `/rest/plans/${draft.id}`, { revision: 1, title: 'Named anew', excluded: [] });
    await heard;
    await reported?.cancel();
    expect(text).toContain(draft.id);
    await retire(own[0]?.stationId ?? 0, null);
    await running().board.load();
  });

  test('of a device whose time is over says that its later steps were not started', async () => {
    const [one] = await fleet.members(['asleep']);
    const rtuId = one?.rtuId ?? 0;
    const draft = await fleet.draft(
      [
        setOf(rtuId, 11.2),
        { target: { rtuId, slot: null }, group: 'rtu', edits: { maxResend: 120 }, after: 'verified' },
      ],
      { timeout: 60 },
    );
    await fleet.approve(draft);
    const begun = await fleet.until(draft.id, ({ counts }) => counts['queued'] === 1);
    expect(states(begun)).toEqual(['queued', 'waiting']);
    await running().storage.write((db) =>
      db.updateTable('plan_devices').set({ deadline: Date.now() }).where('plan_id', '=', draft.id).execute(),
    );
    running().issuer.issue(draft.id);
    const plan = await fleet.until(draft.id, isOver);
    expect(devices(plan)).toEqual(['timedOut', 'timedOut']);
    expect(states(plan)).toEqual(['timedOut', 'timedOut']);
    expect(plan.counts).toEqual({ timedOut: 2 });
    const again = await fleet.ok('POST', `/rest/plans/${draft.id}/derive`, {
      of: 'failed',
      surface: 'button',
    });
    expect(again.items).toHaveLength(2);
  });

  test('a clock that is set back while it is paused takes no time of its devices', async () => {
    const [one] = await fleet.members(['asleep']);
    const draft = await fleet.draft([setOf(one?.rtuId ?? 0)], { timeout: 600 });
    await fleet.approve(draft);
    await fleet.until(draft.id, ({ counts }) => counts['queued'] === 1);
    const { storage } = running();
    const deadline = async () =>
      (
        await storage.db
          .selectFrom('plan_devices')
          .select('deadline')
          .where('plan_id', '=', draft.id)
          .executeTakeFirstOrThrow()
      ).deadline;
    const before = (await deadline()) ?? 0;
    let now = Date.now();
    const store = new OrderStore(storage, () => now);
    const viewer = await readViewer(storage, 1);
    if (viewer === null) throw new Error('no maintainer');
    const by = { viewer, address: '127.0.0.1' };
    await pausePlan(store, by, draft.id);
    now -= 3_600_000;
    await resumePlan(store, by, draft.id, { revision: 3 }, () => null);
    expect(await deadline()).toBe(before);
    await fleet.ok('POST', `/rest/plans/${draft.id}/cancel`);
    await fleet.until(draft.id, isOver);
  });
});

describe('two hosts over one database', () => {
  test('begin no more devices than the plan allows, however late one of them looked', async () => {
    const members = await fleet.members(Array(6).fill('asleep'));
    const draft = await fleet.draft(
      members.map(({ rtuId }) => setOf(rtuId)),
      { concurrency: 2 },
    );
    await fleet.approve(draft);
    await fleet.until(draft.id, ({ counts }) => counts['queued'] === 2);
    const { storage, delivery } = running();
    const row = await storage.db
      .selectFrom('plans')
      .selectAll()
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow();
    const begun = await Promise.all(Array.from({ length: 5 }, () => begin(delivery.store, row)));
    expect(begun.flat()).toEqual([]);
    await storage.write((db) =>
      db
        .updateTable('plan_devices')
        .set({ ended_at: 1, ended_no: 1, outcome: 'passed' })
        .where('plan_id', '=', draft.id)
        .where('position', '=', 0)
        .execute(),
    );
    const next = await Promise.all(Array.from({ length: 5 }, () => begin(delivery.store, row)));
    expect(next.flat().map(({ position }) => position)).toEqual([2]);
    await fleet.ok('POST', `/rest/plans/${draft.id}/cancel`);
    await fleet.until(draft.id, isOver);
  });

  test('an item that another one has ordered is not taken for skipped', async () => {
    const [one] = await fleet.members(['asleep']);
    const draft = await fleet.draft([setOf(one?.rtuId ?? 0)]);
    await fleet.approve(draft);
    await fleet.until(draft.id, ({ counts }) => counts['queued'] === 1);
    const { storage, delivery } = running();
    const [item] = await itemsOf(storage.db, draft.id);
    if (item === undefined) throw new Error('no item');
    await expect(
      skipItem(delivery.store, { ...item, order_id: null }, new Refusal(409, 'command.keyUsed')),
    ).rejects.toThrow(PlanHalted);
    expect((await fleet.look(draft.id)).counts).toEqual({ queued: 1 });
    await fleet.ok('POST', `/rest/plans/${draft.id}/cancel`);
    await fleet.until(draft.id, isOver);
  });
});

test('an item behind thousands that were left out by name can be excluded', async () => {
  const [one] = await fleet.members(['asleep']);
  const draft = await fleet.draft([setOf(one?.rtuId ?? 0)]);
  const position = 2 * mostItems + 3;
  await running().storage.write((db) =>
    db.updateTable('plan_items').set({ position }).where('plan_id', '=', draft.id).execute(),
  );
  const changed = await fleet.ok('PUT', `/rest/plans/${draft.id}`, {
    revision: draft.revision,
    title: draft.title,
    excluded: [position],
  });
  expect(states(changed)).toEqual(['excluded']);
});
