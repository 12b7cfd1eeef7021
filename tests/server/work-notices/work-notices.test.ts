/** Who started a plan or a script learns how it ended, once: real plans, scripts and devices, in both databases. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WorkNotice } from '../../../src/contract/notify/work.ts';
import type { Plan } from '../../../src/contract/plans/plans.ts';
import { standstillAfter } from '../../../src/domain/rollout/standstill.ts';
import { Standstills } from '../../../src/server/plans/standstills.ts';
import { toJson } from '../../../src/server/storage/json.ts';
import { lookTime } from '../../../src/server/work-notices/write.ts';
import { type Manner, type PlanFleet, setOf, startPlanFleet } from '../../support/plans/fleet.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { ended, runsOf } from '../../support/workflows/runs.ts';

const hour = 3_600_000;
const isOver = ({ endedAt }: Plan) => endedAt !== null;

describe.each(['sqlite', 'postgres'] as const)('who started work, on %s,', (dialect) => {
  let postgres: TestPostgres | undefined;
  let fleet: PlanFleet;
  beforeAll(async () => {
    if (dialect === 'postgres') postgres = await startPostgres();
    fleet = await startPlanFleet(await postgres?.database());
    await write((db) =>
      db
        .insertInto('contacts')
        .values({
          ...{ user_id: 1, address: 'maintainer@example.org', confirmed_at: 1, tries: 0, sent_at: 0 },
          ...{ code_hash: null, code_until: null },
        })
        .execute(),
    );
  }, 120_000);
  afterAll(async () => {
    await fleet?.stop();
    await postgres?.stop();
  }, 120_000);
  beforeEach(async () => {
    await write(async (db) => {
      await db.deleteFrom('work_notices').execute();
      await db.deleteFrom('work_choices').execute();
      await db.deleteFrom('messages').execute();
    });
  });

  const write: PlanFleet['product']['running']['storage']['write'] = (work) =>
    fleet.product.running.storage.write(work);
  const bell = async (token = fleet.token) =>
    (await fleet.product.ask<{ notices: WorkNotice[] }>('GET', '/rest/work/notices', token)).data.notices;
  const messages = () =>
    fleet.product.running.storage.db.selectFrom('messages').selectAll().orderBy('id').execute();
  const all = () =>
    fleet.product.running.storage.db.selectFrom('work_notices').selectAll().orderBy('id').execute();
  async function plan(manners: readonly Manner[], rollout: Parameters<PlanFleet['draft']>[1] = {}) {
    const members = await fleet.members(manners);
    const draft = await fleet.draft(
      members.map(({ rtuId }) => setOf(rtuId)),
      rollout,
    );
    await fleet.approve(draft);
    return { members, id: draft.id };
  }

  test('learns that a plan has ended with failures, in the bell and by mail', async () => {
    const { id } = await plan(['awake', 'clamps']);
    const before = Date.now();
    await fleet.until(id, isOver);
    const [notice, ...others] = await bell();
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      ...{ how: 'planFailing', work: `plan:${id}`, address: `/plans/${id}` },
      params: { subject: 'Rollout', total: 2, landed: 1, failed: 1, left: 0 },
    });
    const [mail, ...more] = await messages();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ kind: 'work', channel: 'mail', state: 'waiting', rank: 0, user_id: 1 });
    // Whoever looks meanwhile is sent nothing, and nobody is woken.
    expect(mail?.due_at).toBeGreaterThanOrEqual(before + lookTime);
    // Nobody else is notified.
    expect(await bell(await fleet.product.login('operatorA'))).toEqual([]);
  });

  test('is sent nothing of what they have looked at', async () => {
    const { id } = await plan(['awake']);
    await fleet.until(id, isOver);
    expect((await bell()).map(({ how }) => how)).toEqual(['planDone']);
    const other = await fleet.product.login('operatorA');
    const see = (token: string) =>
      fleet.product.ask('POST', '/rest/work/seen', token, { works: [`plan:${id}`] });
    // What another account has looked at concerns nobody.
    expect((await see(other)).status).toBe(200);
    expect((await messages()).map(({ state }) => state)).toEqual(['waiting']);
    expect((await see(fleet.token)).status).toBe(200);
    expect(await bell()).toEqual([]);
    expect((await messages()).map(({ state, due_at }) => [state, due_at])).toEqual([['answered', null]]);
  });

  test('learns that a plan has stopped, and not once more that it is over', async () => {
    const { id } = await plan(['clamps', 'awake', 'awake'], { batches: [1], stopAt: { failed: 1, of: 10 } });
    const over = await fleet.until(id, isOver);
    expect(over.state).toBe('stopped');
    expect(await bell()).toMatchObject([
      { how: 'planStopped', params: { failing: 1, of: 10, total: 3, landed: 0, failed: 1, left: 2 } },
    ]);
    expect(await messages()).toHaveLength(1);
  });

  test('learns that somebody else has cancelled the rest; who does it oneself is not notified', async () => {
    const first = await plan(['asleep']);
    const second = await plan(['asleep']);
    const { storage } = fleet.product.running;
    await fleet.ok('POST', `/rest/plans/${first.id}/cancel`);
    await write((db) =>
      db.updateTable('plans').set({ approver_id: 2 }).where('id', '=', second.id).execute(),
    );
    await fleet.ok('POST', `/rest/plans/${second.id}/cancel`);
    await fleet.until(second.id, isOver);
    await fleet.until(first.id, isOver);
    const rows = await storage.db.selectFrom('work_notices').selectAll().execute();
    expect(rows.map(({ how, user_id, work }) => [how, user_id, work])).toEqual([
      ['planCancelled', 2, `plan:${second.id}`],
    ]);
  });

  test('learns that a plan stands still, from the limit on, once, and with until when it waits', async () => {
    const { id, members } = await plan(['asleep', 'asleep', 'awake']);
    await fleet.until(id, ({ progress }) => progress?.devices['passed'] === 1);
    const { running } = fleet.product;
    const { storage } = running;
    const link = (rtuId: number) => running.gateway.link(rtuId);
    const cycles = members.slice(0, 2).map(({ rtuId }) => link(rtuId)?.sendCycle ?? 0);
    const limit = standstillAfter(cycles);
    const row = await storage.db
      .selectFrom('plan_devices')
      .select('ended_at')
      .where('plan_id', '=', id)
      .where('outcome', '=', 'passed')
      .executeTakeFirstOrThrow();
    const since = row.ended_at ?? 0;
    let now = since + limit - 1;
    const failures: unknown[] = [];
    const open = () =>
      new Standstills({ storage, link, now: () => now, failed: (error) => failures.push(error) });
    const [one, other] = [open(), open()];
    await one.settle();
    expect(await bell()).toEqual([]);
    now = since + limit;
    // Two processes look at the same time.
    await Promise.all([one.settle(), other.settle()]);
    const [notice, ...others] = await bell();
    expect(others).toEqual([]);
    const orders = await storage.db
      .selectFrom('orders')
      .select('not_after')
      .where('plan_id', '=', id)
      .where('state', '=', 'queued')
      .execute();
    expect(notice).toMatchObject({
      how: 'planStill',
      params: { since, waiting: 2, landed: 1, until: Math.max(...orders.map((order) => order.not_after)) },
    });
    expect(Number(notice?.params['next'])).toBeGreaterThan(now - limit);
    now += 23 * hour;
    await one.settle();
    expect(await all()).toHaveLength(1);
    expect(await messages()).toHaveLength(1);
    // It ends: what was said of it before is not sent any more.
    await fleet.visit(members.slice(0, 2), id, isOver);
    expect((await bell()).map(({ how }) => how)).toEqual(['planDone']);
    expect((await messages()).map(({ state }) => state)).toEqual(['gaveUp', 'waiting']);
    await Promise.all([one.stop(), other.stop()]);
    expect(failures).toEqual([]);
  });

  test('is not notified that a plan stands still which goes on: what was said of it is taken back', async () => {
    const { id, members } = await plan(['asleep', 'asleep']);
    await fleet.until(id, ({ counts }) => counts['queued'] === 2);
    const { running } = fleet.product;
    let now = Date.now() + 7 * hour;
    const looks = new Standstills({
      storage: running.storage,
      link: (rtuId) => running.gateway.link(rtuId),
      now: () => now,
      failed: () => {},
    });
    await looks.settle();
    expect((await bell()).map(({ how }) => how)).toEqual(['planStill']);
    // As if it had been notified before the first device came.
    await write((db) => db.updateTable('work_notices').set({ at: Date.now() }).execute());
    await fleet.visit(members.slice(0, 1), id, ({ progress }) => progress?.devices['passed'] === 1);
    now = Date.now();
    await looks.settle();
    expect(await bell()).toEqual([]);
    expect((await messages()).map(({ state }) => state)).toEqual(['gaveUp']);
    await fleet.ok('POST', `/rest/plans/${id}/cancel`);
    await looks.stop();
  });

  test('is notified by the schedule alone of what its window began', async () => {
    const window = { kind: 'plan', planId: '', minutes: 60 } as const;
    const { id, members } = await plan(['asleep']);
    const runs = await write(async (db) => {
      const { id: scheduleId } = await db
        .insertInto('schedules')
        .values({
          ...{ company_id: 1, project_id: 1, name: 'Window', job: toJson({ ...window, planId: id }) },
          recurrence: toJson({ kind: 'once', time: 0, date: '2026-01-01' } as never),
          ...{ missed: 'skip', time_zone: 'UTC', revision: 1, enabled: 0, due_at: null, user_id: 1 },
          ...{ account_name: 'maintainer', address: '', deleted_at: null },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return db
        .insertInto('schedule_runs')
        .values({
          ...{ schedule_id: scheduleId, company_id: 1, due_at: 1, started_at: 1, ended_at: null },
          ...{ state: 'running', by_hand: 0, late: 0, missed: 0, user_id: 1, attempts: 1 },
          ...{ held_until: Date.now() + hour, opens: `plan:${id}`, outcome: null },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    });
    await fleet.visit(members, id, isOver);
    expect(await all()).toEqual([]);
    await write((db) =>
      db.updateTable('schedule_runs').set({ ended_at: 2, state: 'done' }).where('id', '=', runs.id).execute(),
    );
  });

  test('learns of a script that fails, that ends, and whose plan waits for approval', async () => {
    const runs = runsOf(fleet.product, () => fleet.token);
    const failed = await runs.run(`import { args } from 'groundwatch';
      args({});
      throw new Error('no slope here');`);
    expect(await bell()).toMatchObject([
      {
        how: 'runFailed',
        params: { subject: 'A run of the test', wrong: 'thrown' },
        address: `/scripts/new/${failed.id}`,
      },
    ]);
    const done = await runs.run("import { log } from 'groundwatch'; log('done');");
    const [member] = await fleet.members(['awake']);
    const proposing = await runs.run(`import { fleet, plan } from 'groundwatch';
      for (const one of await fleet.stations())
        if (one.id === ${member?.stationId}) plan.set(one, 'rtu', { lowBattery: 11.3 });`);
    expect(proposing.planId).not.toBeNull();
    expect((await bell()).map(({ how, work, address }) => [how, work, address])).toEqual([
      ['runProposed', `run:${proposing.id}`, `/plans/${proposing.planId}`],
      ['runDone', `run:${done.id}`, `/scripts/new/${done.id}`],
      ['runFailed', `run:${failed.id}`, `/scripts/new/${failed.id}`],
    ]);
    expect(await messages()).toHaveLength(3);
  });

  test('is not notified of a run that a schedule has started, nor of one cancelled by oneself', async () => {
    const runs = runsOf(fleet.product, () => fleet.token);
    const { workflows } = fleet.product.running;
    const by = {
      viewer: {
        ...{ userId: 1, accountName: 'maintainer', roleId: 1, roleName: 'r', companyId: null },
        ...{ companyName: null, language: 'en' as const, permissions: ['device:workflow:run'] },
      },
      address: 'schedule 7',
    };
    const script = `import { fleet } from 'groundwatch';
      await fleet.stations();
      throw new Error('x');`;
    const id = await workflows.begin(by, { script, args: {}, title: 'S' }, 'en', null);
    await runs.reaches(id, ended);
    const [member] = await fleet.members(['asleep']);
    const waiting = await runs.start(`import { fleet } from 'groundwatch';
      const all = await fleet.stations();
      await fleet.read(all.filter(({ id }) => id === ${member?.stationId}), 'rtu');`);
    await runs.act(waiting.id, 'cancel');
    await runs.reaches(waiting.id, ['cancelled']);
    expect(await all()).toEqual([]);
  });

  test('is sent nothing over what they have switched off', async () => {
    const choose = (work: object) => fleet.product.ask('POST', '/rest/contacts/work', fleet.token, work);
    expect((await choose({ console: true, mail: false, push: true })).status).toBe(200);
    const contacts = await fleet.product.ask<{ work: object }>('GET', '/rest/contacts', fleet.token);
    expect(contacts.data.work).toEqual({ console: true, mail: false, push: true });
    const { id } = await plan(['awake']);
    await fleet.until(id, isOver);
    expect(await messages()).toEqual([]);
    expect(await bell()).toHaveLength(1);
    await choose({ console: false, mail: true, push: true });
    expect(await bell()).toEqual([]);
  });

  test('is not notified of what they may not see any more', async () => {
    const { id } = await plan(['awake']);
    await fleet.until(id, isOver);
    const company = (id: number | null) =>
      write((db) => db.updateTable('users').set({ company_id: id }).where('id', '=', 1).execute());
    expect(await bell()).toHaveLength(1);
    const rtu = await fleet.product.running.storage.db
      .selectFrom('plan_items')
      .innerJoin('rtus', 'rtus.id', 'plan_items.rtu_id')
      .innerJoin('stations', 'stations.id', 'rtus.station_id')
      .innerJoin('projects', 'projects.id', 'stations.project_id')
      .select('projects.company_id')
      .where('plan_id', '=', id)
      .executeTakeFirstOrThrow();
    await company(rtu.company_id === 1 ? 2 : 1);
    try {
      expect(await bell(await fleet.product.login('maintainer'))).toEqual([]);
      await write((db) => db.updateTable('messages').set({ due_at: 1 }).execute());
      await fleet.product.running.notifier.outbox.settle();
      await expect
        .poll(async () => (await messages()).map(({ state, answer }) => [state, answer]))
        .toEqual([['gaveUp', 'notify.reason.workNotSeen']]);
      // Nor is anything written of what ends from then on.
      expect(await all()).toHaveLength(1);
    } finally {
      await company(null);
    }
  });
});
