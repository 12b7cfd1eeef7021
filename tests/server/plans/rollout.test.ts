/** Plans that reach their devices in batches and steps, on simulated devices, in both databases. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Plan } from '../../../src/contract/plans/plans.ts';
import { type Manner, type PlanFleet, setOf, startPlanFleet } from '../../support/plans/fleet.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

const states = ({ items }: Plan) => items.map(({ state }) => state);
const devices = ({ items }: Plan) => items.map(({ device }) => device);
const isOver = ({ endedAt }: Plan) => endedAt !== null;

describe.each(['sqlite', 'postgres'] as const)('a rollout on %s', (dialect) => {
  let postgres: TestPostgres | undefined;
  let fleet: PlanFleet;
  beforeAll(async () => {
    if (dialect === 'postgres') postgres = await startPostgres();
    fleet = await startPlanFleet(await postgres?.database());
  }, 300_000);
  afterAll(async () => {
    await fleet?.stop();
    await postgres?.stop();
  }, 300_000);

  const row = (text: string): Manner[] => [...text].map((sign) => (sign === 'x' ? 'clamps' : 'awake'));
  const auditOf = async (id: string) =>
    (
      await fleet.product.running.storage.db
        .selectFrom('audit')
        .select(['action', 'account_name'])
        .where('subject', '=', `plan:${id}`)
        .orderBy('id')
        .execute()
    ).map(({ action }) => action);

  describe('stops when 4 or more of 10 fail', () => {
    test('three that fail go on to the end', async () => {
      const members = await fleet.members(row('x.x.x.'));
      const draft = await fleet.draft(
        members.map(({ rtuId }) => setOf(rtuId)),
        { batches: [1, 2], stopAt: { failed: 4, of: 10 } },
      );
      await fleet.approve(draft);
      const plan = await fleet.until(draft.id, isOver);
      expect(plan.state).toBe('applied');
      expect(devices(plan)).toEqual(['failed', 'passed', 'failed', 'passed', 'failed', 'passed']);
      expect(plan.items.map(({ batch }) => batch)).toEqual([1, 2, 2, 3, 3, 4]);
      expect(plan.progress).toMatchObject({
        devices: { passed: 3, failed: 3 },
        batch: 4,
        batches: 4,
        lately: { failed: 3, of: 6 },
        end: null,
      });
      expect(plan.items[0]?.order?.seen).toEqual({ lowBattery: 11.5 });
      expect(plan.items[1]?.elapsed).toBeGreaterThanOrEqual(0);
    });

    test('the fourth stops it; the rest is not started, and goes on as another plan', async () => {
      const members = await fleet.members(row('x.xxx..'));
      const draft = await fleet.draft(
        members.map(({ rtuId }) => setOf(rtuId)),
        { batches: [1], stopAt: { failed: 4, of: 10 } },
      );
      await fleet.approve(draft);
      const plan = await fleet.until(draft.id, isOver);
      expect(plan.state).toBe('stopped');
      expect(devices(plan)).toEqual([
        'failed',
        'passed',
        'failed',
        'failed',
        'failed',
        'notStarted',
        'notStarted',
      ]);
      expect(states(plan).slice(5)).toEqual(['notStarted', 'notStarted']);
      expect(plan.counts).toEqual({ succeeded: 5, notStarted: 2 });
      expect(await auditOf(draft.id)).toEqual(['plan.create', 'plan.approve', 'plan.stop']);
      expect(
        await fleet.ask('POST', `/rest/plans/${draft.id}/resume`, { revision: plan.revision }),
      ).toMatchObject({
        messageId: 'plans.notPaused',
      });
      const derive = (of: string, more: object = {}) =>
        fleet.ok('POST', `/rest/plans/${draft.id}/derive`, { of, surface: 'button', ...more });
      const ids = (of: readonly number[]) => of.map((at) => members[at]?.rtuId);
      const rtus = ({ items }: Plan) => items.map(({ target }) => target.rtuId);

      const failed = await derive('failed');
      expect(rtus(failed)).toEqual(ids([0, 2, 3, 4]));
      expect(failed).toMatchObject({
        state: 'draft',
        origin: { planId: draft.id, title: 'Rollout', of: 'failed' },
        rollout: { batches: [1], stopAt: { failed: 4, of: 10 } },
      });
      // What was set meanwhile is what the new one is based on.
      expect(failed.items.every(({ obstacle }) => obstacle === null)).toBe(true);
      expect(rtus(await derive('passed'))).toEqual(ids([1]));
      const rest = await derive('notStarted');
      expect(rtus(rest)).toEqual(ids([5, 6]));
      await fleet.approve(rest);
      expect(devices(await fleet.until(rest.id, isOver))).toEqual(['passed', 'passed']);

      const one = await derive('rollback', { devices: ids([1]) });
      expect(one.items).toMatchObject([{ edits: { lowBattery: 11.5 } }]);
      await fleet.approve(one);
      expect((await fleet.until(one.id, isOver)).counts).toEqual({ succeeded: 1 });
      expect(
        await fleet.ask('POST', `/rest/plans/${draft.id}/derive`, {
          of: 'failed',
          surface: 'button',
          devices: [999_999],
        }),
      ).toMatchObject({ http: 404 });
    }, 300_000);
  });

  test('is paused, resumed by those who know it, and its rest is cancelled', async () => {
    const members = await fleet.members(['asleep', 'asleep', 'asleep', 'asleep', 'asleep', 'asleep']);
    const [one, two, three] = members;
    const draft = await fleet.draft(
      members.map(({ rtuId }) => setOf(rtuId)),
      { batches: [2] },
    );
    const call = (what: string, body?: object) => fleet.ask('POST', `/rest/plans/${draft.id}/${what}`, body);
    expect(await call('pause')).toMatchObject({ messageId: 'plans.notApplying' });
    await fleet.approve(draft);
    const begun = await fleet.until(draft.id, ({ counts }) => counts['queued'] === 2);
    expect(states(begun)).toEqual(['queued', 'queued', ...Array(4).fill('notStarted')]);
    expect(begun.progress?.end?.at).toBeGreaterThan(Date.now() - 60_000);
    const paused = (await call('pause')).data.plan;
    expect(paused).toMatchObject({ state: 'paused', revision: begun.revision + 1 });
    expect(paused.progress?.pausedAt).not.toBeNull();
    expect((await call('pause')).data.plan.revision).toBe(paused.revision);
    await fleet.visit(
      [one, two],
      draft.id,
      (plan) => devices(plan).filter((is) => is === 'passed').length === 2,
    );
    expect((await fleet.look(draft.id)).counts).toEqual({ succeeded: 2, notStarted: 4 });
    expect(await call('resume', { revision: paused.revision - 1 })).toMatchObject({
      messageId: 'plans.stale',
    });
    expect((await call('resume', { revision: paused.revision })).status).toBe(200);
    await fleet.until(draft.id, ({ counts }) => counts['queued'] === 2);
    expect((await call('cancel')).status).toBe(200);
    expect((await call('cancel')).status).toBe(200);
    const over = await fleet.until(draft.id, isOver);
    expect(over).toMatchObject({ state: 'cancelled', counts: { succeeded: 2, cancelled: 2, notStarted: 2 } });
    await three?.device.visit();
    expect((await fleet.look(draft.id)).counts).toEqual(over.counts);
    expect(await call('pause')).toMatchObject({ messageId: 'plans.notApplying' });
    expect(await auditOf(draft.id)).toEqual([
      'plan.create',
      'plan.approve',
      'plan.pause',
      'plan.resume',
      'plan.cancel',
    ]);
  }, 300_000);

  test('a device whose time is over has failed; what it was not sent is taken back', async () => {
    const members = await fleet.members(['asleep', 'awake']);
    const draft = await fleet.draft(
      members.map(({ rtuId }) => setOf(rtuId)),
      { batches: [1], timeout: 60 },
    );
    await fleet.approve(draft);
    await fleet.until(draft.id, ({ counts }) => counts['queued'] === 1);
    const { storage, issuer } = fleet.product.running;
    await storage.write((db) =>
      db
        .updateTable('plan_devices')
        .set({ deadline: Date.now() })
        .where('deadline', 'is not', null)
        .execute(),
    );
    issuer.issue(draft.id);
    const plan = await fleet.until(draft.id, isOver);
    expect(devices(plan)).toEqual(['timedOut', 'passed']);
    expect(states(plan)).toEqual(['timedOut', 'succeeded']);
  });

  test('steps wait for the one before them; after a failed one they are skipped by name', async () => {
    const [good, bad] = await fleet.members(['awake', 'clamps']);
    const skipped = (await fleet.members(['asleep']))[0];
    const steps = (rtuId = 0) => [
      setOf(rtuId, 11.2),
      {
        type: 'send' as const,
        target: { rtuId, slot: null },
        action: 'reportNow',
        args: {},
        after: 'verified' as const,
      },
      {
        target: { rtuId, slot: null },
        group: 'rtu',
        edits: { maxResend: 120 },
        after: { delay: 1 },
      },
    ];
    const draft = await fleet.draft([
      ...steps(good?.rtuId),
      ...steps(bad?.rtuId),
      { type: 'skip', stationId: skipped?.stationId ?? 0, why: 'battery <b>11.6</b> V' },
    ]);
    expect(draft.items[1]).toMatchObject({ type: 'send', group: 'reportNow', after: 'verified' });
    await fleet.approve(draft);
    const plan = await fleet.until(draft.id, isOver);
    expect(states(plan)).toEqual([
      'succeeded',
      'succeeded',
      'succeeded',
      'succeeded',
      'skipped',
      'skipped',
      'skipped',
    ]);
    expect(devices(plan)).toEqual(['passed', 'passed', 'passed', 'failed', 'failed', 'failed', null]);
    expect(plan.items[4]?.skipped).toMatchObject({ message: 'plans.stepBefore' });
    expect(plan.items[6]).toMatchObject({
      type: 'skip',
      stationId: skipped?.stationId,
      skipped: { message: 'plans.leftBy', params: { why: 'battery <b>11.6</b> V' } },
    });
    const rows = await fleet.product.running.storage.db
      .selectFrom('orders')
      .select(['created_at', 'ended_at', 'name'])
      .where('plan_id', '=', draft.id)
      .where('rtu_id', '=', good?.rtuId ?? 0)
      .orderBy('created_at')
      .execute();
    expect(rows[1]?.created_at).toBeGreaterThanOrEqual(rows[0]?.ended_at ?? Number.NaN);
    expect((rows[2]?.created_at ?? 0) - (rows[1]?.ended_at ?? 0)).toBeGreaterThanOrEqual(1000);
    const back = await fleet.ok('POST', `/rest/plans/${draft.id}/derive`, {
      of: 'rollback',
      surface: 'button',
    });
    expect(back.items.map(({ type, skipped: why }) => why?.message ?? type)).toEqual([
      'set',
      'plans.left.send',
      'set',
      // It kept its own value: there is nothing to go back to.
      'plans.unchanged',
    ]);
    expect(back.items[2]).toMatchObject({ edits: { lowBattery: 11.5 }, after: 'verified' });
  }, 300_000);

  test('a field goes to one value and then to another, step by step; back is what it was before both', async () => {
    const [one] = await fleet.members(['awake']);
    const steps = [11.2, 11.8].map((value, at) => ({
      ...setOf(one?.rtuId ?? 0, value),
      after: at === 0 ? null : ('verified' as const),
    }));
    const draft = await fleet.draft(steps);
    expect(draft.items.map(({ problems, obstacle }) => [problems, obstacle])).toEqual([
      [[], null],
      [[], null],
    ]);
    await fleet.approve(draft);
    const plan = await fleet.until(draft.id, isOver);
    expect(plan.items.map(({ state, order }) => [state, order?.verification])).toEqual([
      ['succeeded', 'verified'],
      ['succeeded', 'verified'],
    ]);
    expect(devices(plan)).toEqual(['passed', 'passed']);
    const derived = (of: string) =>
      fleet.ok('POST', `/rest/plans/${draft.id}/derive`, { of, surface: 'button' });
    expect((await derived('rollback')).items.map(({ edits }) => edits)).toEqual([{ lowBattery: 11.5 }]);
    expect((await derived('passed')).items.map(({ edits, after }) => [edits, after])).toEqual([
      [{ lowBattery: 11.2 }, null],
      [{ lowBattery: 11.8 }, 'verified'],
    ]);
  }, 300_000);

  test('is changed before its approval, within bounds, and is what the password is bound to', async () => {
    const members = await fleet.members(['awake', 'awake', 'awake']);
    const draft = await fleet.draft(members.map(({ rtuId }) => setOf(rtuId)));
    expect(draft.rollout).toEqual({
      batches: ['100%'],
      concurrency: null,
      stopAt: null,
      order: 'nextContact',
      timeout: null,
    });
    const change = (rollout: object, revision = draft.revision) =>
      fleet.ask('PUT', `/rest/plans/${draft.id}`, {
        revision,
        title: draft.title,
        excluded: [1],
        rollout: { ...draft.rollout, ...rollout },
      });
    for (const [rollout, field] of [
      [{ batches: [] }, 'batches'],
      [{ batches: Array(21).fill(1) }, 'batches'],
      [{ batches: ['0%'] }, 'batches'],
      [{ concurrency: 0 }, 'concurrency'],
      [{ concurrency: 1001 }, 'concurrency'],
      [{ stopAt: { failed: 3, of: 2 } }, 'stopAt'],
      [{ stopAt: { failed: 1, of: 1001 } }, 'stopAt'],
      [{ timeout: 59 }, 'timeout'],
    ] as const)
      expect(await change(rollout)).toMatchObject({ status: 422, field: `rollout.${field}` });
    const changed = (await change({ batches: [1], concurrency: 1, order: 'given' })).data.plan;
    expect(changed).toMatchObject({ revision: 2, rollout: { batches: [1], concurrency: 1 } });
    expect(await change({}, 1)).toMatchObject({ messageId: 'plans.stale' });
    await fleet.approve(changed);
    const plan = await fleet.until(draft.id, isOver);
    expect(devices(plan)).toEqual(['passed', null, 'passed']);
    expect(plan.items.map(({ batch }) => batch)).toEqual([1, null, 2]);
  });

  test('a console that follows it receives only the items that changed', async () => {
    const members = await fleet.members(['asleep', 'asleep', 'asleep']);
    const draft = await fleet.draft(members.map(({ rtuId }) => setOf(rtuId)));
    await fleet.approve(draft);
    const all = await fleet.until(draft.id, ({ counts }) => counts['queued'] === 3);
    expect(all.partial).toBe(false);
    const since = (mark: string) =>
      fleet.ok('GET', `/rest/plans/${draft.id}?since=${encodeURIComponent(mark)}`);
    const none = await since(all.mark);
    expect(none).toMatchObject({ partial: true, items: [], counts: { queued: 3 } });
    await fleet.visit([members[1]], draft.id, ({ counts }) => counts['succeeded'] === 1);
    const moved = await since(none.mark);
    expect(moved.partial).toBe(true);
    expect(moved.items.map(({ position, state }) => [position, state])).toEqual([[1, 'succeeded']]);
    expect((await since('another.1.2.3')).partial).toBe(false);
    await fleet.ok('POST', `/rest/plans/${draft.id}/cancel`);
    expect((await since(moved.mark)).partial).toBe(false);
    await fleet.until(draft.id, isOver);
  });

  test('who may not give its orders by hand cannot approve them', async () => {
    const { product } = fleet;
    const found = await fleet.members(['asleep', 'asleep', 'asleep', 'asleep', 'asleep', 'asleep']);
    const own = found.find(({ rtuId }) => product.running.board.siteOfRtu(rtuId)?.project.companyId === 1);
    const target = { rtuId: own?.rtuId ?? 0, slot: null };
    const draft = await fleet.draft([{ type: 'send', target, action: 'restart', args: {} }]);
    const approve = async () => {
      const token = await product.login('operatorA');
      return product.ask('POST', `/rest/plans/${draft.id}/approve`, token, { revision: 1, reason: '' });
    };
    expect(await approve()).toMatchObject({ http: 200, status: 422, messageId: 'set.noPassword' });
    await product.running.storage.write((db) =>
      db
        .deleteFrom('role_permissions')
        .where('role_id', '=', 2)
        .where('permission', '=', 'device:command:send')
        .execute(),
    );
    expect(await approve()).toMatchObject({ http: 403 });
    expect((await fleet.look(draft.id)).state).toBe('draft');
  });
});
