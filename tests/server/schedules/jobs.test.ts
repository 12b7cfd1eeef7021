/** Every kind of job on the real server: what it does, when it is refused, and what a kill or a lost right leaves behind. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/contract/plans/plans.ts';
import type { ScheduleJob } from '../../../src/contract/schedules.ts';
import { allAtOnce } from '../../../src/domain/rollout/rollout.ts';
import { byDay } from '../../../src/server/notify/by-day.ts';
import { heldFor, Schedules } from '../../../src/server/schedules/schedules.ts';
import { fromJson } from '../../../src/server/storage/json.ts';
import { definitionOf, writeRule } from '../../support/alarms.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { password, startTestServer, type TestServer } from '../../support/server.ts';

const minute = 60_000;
const hour = 60 * minute;
/** 08:30 in Shanghai; hourly schedules are next due half an hour later. */
const begin = Date.UTC(2026, 10, 20, 0, 30);
const due = begin + hour / 2;

describe.each(['sqlite', 'postgres'] as const)('jobs on %s', (dialect) => {
  let postgres: TestPostgres | null = null;
  let server: TestServer;
  let token: string;
  let now = begin;
  /** Process that stops at a point of a run; null = none. */
  let point: string | null = null;
  const open: Schedules[] = [];

  /** Another process's schedules, as far as the database is concerned. */
  function process(): Schedules {
    const { running } = server;
    const made = new Schedules({
      ...running,
      ...{ orders: running.delivery.store, link: (rtuId: number) => running.gateway.link(rtuId) },
      failed: () => {},
      notified: () => {},
      now: () => now,
      faults: (at) => {
        if (at !== point) return;
        point = null;
        // Nothing is begun or written any more, as after a kill.
        void made.stop();
        throw new Error(`ended at ${at}`);
      },
    });
    open.push(made);
    return made;
  }
  let schedules: Schedules;

  beforeAll(async () => {
    if (dialect === 'postgres') postgres = await startPostgres();
    const databaseUrl = await postgres?.database();
    server = await startTestServer(databaseUrl === undefined ? {} : { databaseUrl });
    await server.running.schedules.stop();
    Object.assign(server.running.schedules, { now: () => now });
    token = await server.login('operatorA');
  });
  afterAll(async () => {
    await server.stop();
    await postgres?.stop();
  });
  beforeEach(async () => {
    now = begin;
    point = null;
    schedules = process();
    await server.running.storage.write(async (db) => {
      await db.deleteFrom('schedule_files').execute();
      await db.deleteFrom('schedule_runs').execute();
      await db.deleteFrom('schedules').execute();
      await db.updateTable('users').set({ disabled: 0, role_id: 2 }).where('id', '=', 2).execute();
      await db.updateTable('projects').set({ time_zone: 'Asia/Shanghai' }).where('id', '=', 1).execute();
    });
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.stop();
  });

  const db = () => server.running.storage.db;
  async function ask<T>(method: string, path: string, body?: object) {
    const { envelope } = await server.call(path, { token, method, ...(body === undefined ? {} : { body }) });
    return envelope as unknown as {
      status: number;
      messageId?: string;
      field?: string;
      data: T;
    };
  }
  const make = (job: ScheduleJob, given: object = {}) =>
    ask<{ id: number }>('POST', '/rest/schedules', {
      ...{ projectId: 1, name: 'a job of the test', job, missed: 'once' },
      ...{ recurrence: { kind: 'minutes', time: 0, every: 60 }, ...given },
    });
  async function made(job: ScheduleJob, given: object = {}): Promise<number> {
    const reply = await make(job, given);
    expect(reply).toMatchObject({ status: 200 });
    return reply.data.id;
  }
  const rows = () => db().selectFrom('schedule_runs').selectAll().orderBy('id').execute();
  const short = async () =>
    (await rows()).map(({ state, outcome }) => [state, outcome === null ? null : fromJson(outcome).id]);
  /** Looks until each run stands as expected. */
  async function ends(expected: readonly (readonly [string, string | null])[], by = schedules) {
    await expect
      .poll(
        async () => {
          await by.settle();
          return short();
        },
        { timeout: 30_000, interval: 50 },
      )
      .toEqual(expected);
  }
  /** Kills the process of a run at a point of it, and answers the one that is started next. */
  async function killedAt(at: string): Promise<Schedules> {
    point = at;
    await schedules.settle().catch(() => {});
    await expect.poll(() => point, { timeout: 30_000 }).toBeNull();
    await schedules.stop();
    if (dialect === 'postgres') now += heldFor;
    const next = process();
    await next.start();
    return next;
  }

  describe('an export', () => {
    it.each(['alarms', 'latest', 'devices'] as const)('keeps %s of its project alone', async (table) => {
      const job = { kind: 'export', table, days: 7, format: 'csv' } as const;
      if (table === 'devices') {
        // An operator may not see credentials and cards.
        expect(await make(job)).toMatchObject({ status: 403 });
        token = await server.login('maintainer');
      }
      await made(job);
      token = await server.login('operatorA');
      now = due;
      await ends([['done', 'schedules.outcome.export']]);
      const file = await db().selectFrom('schedule_files').selectAll().executeTakeFirstOrThrow();
      const text = Buffer.from(file.bytes).toString('utf8');
      expect(file.size).toBe(file.bytes.length);
      expect(text.includes('A-1')).toBe(table !== 'alarms');
      expect(text).not.toContain('B-1');
    });

    it('begins late inside 10 min as if in time, and outside them as late', async () => {
      await made({ kind: 'export', table: 'latest', days: 1, format: 'csv' });
      now = due + 10 * minute;
      await ends([['done', 'schedules.outcome.export']]);
      now = due + hour + 10 * minute + 1;
      await ends([
        ['done', 'schedules.outcome.export'],
        ['done', 'schedules.outcome.export'],
      ]);
      expect((await rows()).map(({ late, missed }) => [late, missed])).toEqual([
        [0, 0],
        [1, 0],
      ]);
    });
  });

  describe('a script', () => {
    let count = 0;
    async function script(text: string): Promise<string> {
      count++;
      const reply = await ask<{ script: { id: string } }>('POST', '/rest/scripts', {
        ...{ name: `script ${count}`, text },
      });
      expect(reply).toMatchObject({ status: 200 });
      return reply.data.script.id;
    }
    const runs = () => db().selectFrom('workflow_runs').selectAll().execute();

    it('is run once with the rights of who scheduled it, though the process ends right after its start', async () => {
      const text = `import { fleet } from 'groundwatch';\nawait fleet.stations();`;
      await made({ kind: 'script', script: await script(text), args: {} });
      const before = (await runs()).length;
      now = due;
      const next = await killedAt('schedule.begun');
      await ends([['done', 'schedules.outcome.scriptDone']], next);
      expect((await runs()).length).toBe(before + 1);
      const audit = await db()
        .selectFrom('audit')
        .select(['account_name', 'result'])
        .where('action', '=', 'schedule.ended')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(audit).toEqual({ account_name: 'operatorA', result: 'ok' });
    });

    it('leaves its plan a draft, and says that it waits', async () => {
      const text = `import { fleet, plan } from 'groundwatch';
for (const station of await fleet.stations()) plan.set(station, 'rtu', { lowBattery: 11.2 });`;
      await made({ kind: 'script', script: await script(text), args: {} });
      now = due;
      await ends([['done', 'schedules.outcome.scriptPlan']]);
      const plans = await db().selectFrom('plans').select('state').execute();
      expect(plans.map(({ state }) => state)).toEqual(['draft']);
      expect(await db().selectFrom('orders').select('id').execute()).toEqual([]);
    });

    it('that failed is a run that failed', async () => {
      await made({
        kind: 'script',
        script: await script(`import { fleet } from 'groundwatch';
await fleet.stations();
throw new Error('on purpose');`),
        args: {},
      });
      now = due;
      await ends([['failed', 'schedules.outcome.script.failed']]);
    });

    it('that was deleted is refused by name', async () => {
      const id = await script('1;');
      await made({ kind: 'script', script: id, args: {} });
      expect(await ask('DELETE', `/rest/scripts/${id}`)).toMatchObject({ status: 200 });
      now = due;
      await ends([['refused', 'schedules.scriptGone']]);
    });
  });

  describe('a maintenance window', () => {
    const look = async (id: string) => (await ask<{ plan: Plan }>('GET', `/rest/plans/${id}`)).data.plan;
    let stations = 0;
    /** An RTU that no other plan has touched: orders of a plan that was cancelled end behind. */
    async function freshRtu(): Promise<number> {
      stations += 1;
      const { running } = server;
      const id = await running.storage.write(async (on) => {
        const station = await on
          .insertInto('stations')
          .values({
            ...{ project_id: 1, code: `W-${stations}`, name: `W ${stations}`, name_reading: null },
            ...{ site: 'slope', latitude: 30, longitude: 105, time_zone: 'Asia/Shanghai' },
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const rtu = await on
          .insertInto('rtus')
          .values({
            ...{ station_id: station.id, sn: `W-${stations}`, credential_hash: null, problems: '[]' },
            ...{ install_state: 1, send_cycle: 60, collection_cycle: 60, last_contact_at: null, jitter: 0 },
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return rtu.id;
      });
      await running.gateway.sitesChanged();
      await running.board.load();
      return id;
    }
    /** A plan whose device never comes, which a person has approved and paused. */
    async function pausedPlan(): Promise<string> {
      for (const { id } of await db().selectFrom('plans').select('id').where('state', '=', 'draft').execute())
        await ask('DELETE', `/rest/plans/${id}`);
      const target = { rtuId: await freshRtu(), slot: null };
      const item = { target, group: 'rtu', edits: { lowBattery: 11.1 } };
      const rollout = { ...allAtOnce, batches: [...allAtOnce.batches] };
      const drafted = await ask<{ plan: Plan }>('POST', '/rest/plans', {
        ...{ title: 'Low battery', items: [item], surface: 'palette', rollout },
      });
      expect(drafted).toMatchObject({ status: 200 });
      const { id, revision } = drafted.data.plan;
      const body = { planId: id, revision, reason: 'winter' };
      const signed = await ask<{ confirmation: string }>('POST', '/rest/user/confirm', { password, body });
      const { confirmation } = signed.data;
      expect(
        await ask('POST', `/rest/plans/${id}/approve`, { revision, reason: 'winter', confirmation }),
      ).toMatchObject({ status: 200 });
      expect(await ask('POST', `/rest/plans/${id}/pause`)).toMatchObject({ status: 200 });
      return id;
    }
    const window = (planId: string, minutes = 30): ScheduleJob => ({ kind: 'plan', planId, minutes });
    afterEach(async () => {
      for (const { id } of await db()
        .selectFrom('plans')
        .select('id')
        .where('ended_at', 'is', null)
        .execute())
        await ask('POST', `/rest/plans/${id}/cancel`);
    });

    it('resumes its plan, and pauses it at its end and not before', async () => {
      const id = await pausedPlan();
      await made(window(id));
      now = due;
      await ends([['running', null]]);
      expect((await look(id)).state).toBe('applying');
      now = due + 30 * minute - 1;
      await ends([['running', null]]);
      expect((await look(id)).state).toBe('applying');
      now = due + 30 * minute;
      await ends([['done', 'schedules.outcome.windowOver']]);
      expect((await look(id)).state).toBe('paused');
    });

    it('says so where somebody paused or cancelled the plan before', async () => {
      const id = await pausedPlan();
      await made(window(id));
      now = due;
      await ends([['running', null]]);
      await ask('POST', `/rest/plans/${id}/pause`);
      await ends([['done', 'schedules.outcome.planPaused']]);
      now = due + hour;
      await ends([
        ['done', 'schedules.outcome.planPaused'],
        ['running', null],
      ]);
      await ask('POST', `/rest/plans/${id}/cancel`);
      await ends([
        ['done', 'schedules.outcome.planPaused'],
        ['failed', 'schedules.outcome.planCancelled'],
      ]);
    });

    it('is refused for a draft when it is made, and for a plan that is over when it is due', async () => {
      const id = await pausedPlan();
      await made(window(id));
      await ask('POST', `/rest/plans/${id}/cancel`);
      now = due;
      await ends([['refused', 'schedules.planOver']]);
      const item = { target: { rtuId: 1, slot: null }, group: 'rtu', edits: { lowBattery: 11.3 } };
      const drafted = await ask<{ plan: Plan }>('POST', '/rest/plans', {
        ...{ title: 'A draft', items: [item], surface: 'palette' },
      });
      expect(await make(window(drafted.data.plan.id))).toMatchObject({
        ...{ status: 422, messageId: 'schedules.planDraft', field: 'planId' },
      });
    });

    it.each([
      [30 * minute - 1, 'running', null, 'applying'],
      [30 * minute, 'refused', 'schedules.windowPassed', 'paused'],
    ] as const)('that begins %d ms late is %s', async (late, state, said, plan) => {
      const id = await pausedPlan();
      await made(window(id));
      now = due + late;
      await ends([[state, said]]);
      expect((await look(id)).state).toBe(plan);
    });

    it.each([
      'schedule.claimed',
      'schedule.begun',
    ])('ends in time though the process ended at %s', async (at) => {
      const id = await pausedPlan();
      await made(window(id));
      now = due;
      const next = await killedAt(at);
      await ends([['running', null]], next);
      expect((await look(id)).state).toBe('applying');
      now = due + 30 * minute;
      await ends([['done', 'schedules.outcome.windowOver']], next);
      expect((await look(id)).state).toBe('paused');
    });

    it('is over for a plan that it had resumed before the process ended, though no server ran until after its end', async () => {
      const id = await pausedPlan();
      await made(window(id));
      now = due;
      point = 'schedule.begun';
      await schedules.settle().catch(() => {});
      await expect.poll(() => point).toBeNull();
      await schedules.stop();
      expect((await look(id)).state).toBe('applying');
      now = due + 45 * minute;
      const next = process();
      await next.start();
      await ends([['done', 'schedules.outcome.windowOver']], next);
      expect((await look(id)).state).toBe('paused');
    });

    it('pauses its plan in the name of an account that was disabled meanwhile', async () => {
      const id = await pausedPlan();
      await made(window(id));
      now = due;
      await ends([['running', null]]);
      await server.running.storage.write((on) =>
        on.updateTable('users').set({ disabled: 1 }).where('id', '=', 2).execute(),
      );
      await ends([['refused', 'schedules.noAccount']]);
      const { state } = await db()
        .selectFrom('plans')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(state).toBe('paused');
      const paused = await db()
        .selectFrom('audit')
        .select(['account_name', 'address'])
        .where('action', '=', 'plan.pause')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(paused).toMatchObject({
        account_name: 'operatorA',
        address: expect.stringMatching(/^schedule \d+$/),
      });
      await server.running.storage.write((on) =>
        on.updateTable('users').set({ disabled: 0 }).where('id', '=', 2).execute(),
      );
      token = await server.login('operatorA');
    });

    it('does not begin twice: the next time of a run that goes on is reported', async () => {
      const id = await pausedPlan();
      await made(window(id, 90));
      now = due;
      await ends([['running', null]]);
      now = due + hour;
      await ends([
        ['running', null],
        ['overlapped', 'schedules.outcome.overlapped'],
      ]);
      now = due + 90 * minute;
      await ends([
        ['done', 'schedules.outcome.windowOver'],
        ['overlapped', 'schedules.outcome.overlapped'],
      ]);
    });
  });

  it('a back-test counts the events of its rule as it is at that time', async () => {
    const once = { readings: 1 } as const;
    const above = (limit: number) =>
      definitionOf({
        terms: [{ quantity: 'value', args: {}, source: { row: 'tilt', channel: 'x' } }],
        ladder: [
          {
            level: 'blue',
            condition: { type: 'limit', term: 0, side: 'above', limit, release: limit - 1 },
            hold: once,
            releaseHold: once,
          },
        ],
      });
    const rule = await writeRule(server.running.storage, null, above(5), begin - hour);
    const at = [6, 1, 7, 2, 8];
    await server.running.storage.readings.ingest(
      at.map((x, index) => {
        const t = begin - (10 - index) * minute;
        return {
          ...{ sourceId: 1, row: 'tilt' as const, element: 0, t, receivedAt: t, historical: false },
          values: { x },
        };
      }),
    );
    await made({ kind: 'backTest', ruleId: rule, days: 1 });
    now = due;
    await ends([['done', 'schedules.outcome.backTest']]);
    const [first] = await rows();
    // Three times above 5, below 4 between them.
    expect(fromJson(first?.outcome ?? ('' as never)).params).toMatchObject({
      raised: 3,
      days: 1,
      version: 1,
      targets: 1,
    });
    await writeRule(server.running.storage, rule, above(7.5), begin);
    now = due + hour;
    await expect
      .poll(
        async () => {
          await schedules.settle();
          return (await rows()).map(({ state }) => state);
        },
        { timeout: 30_000 },
      )
      .toEqual(['done', 'done']);
    const second = (await rows())[1];
    expect(fromJson(second?.outcome ?? ('' as never)).params).toMatchObject({ raised: 1, version: 2 });
  });

  it('a report is of whole days of the calendar before its time, and is made once over a kill', async () => {
    const job: ScheduleJob = {
      ...{ kind: 'report', template: 'weekly', days: 7 },
      ...{ languages: ['en'], formats: ['pdf'] },
    };
    await made(job);
    now = due;
    const next = await killedAt('schedule.begun');
    await ends([['done', 'schedules.outcome.report']], next);
    const reports = await db().selectFrom('reports').select(['request', 'made_by_id']).execute();
    expect(reports).toHaveLength(1);
    const request = fromJson(reports[0]?.request ?? ('' as never));
    // 20 November begins at 16:00 UTC of the 19th in Shanghai.
    expect([request.from, request.to]).toEqual([Date.UTC(2026, 10, 12, 16), Date.UTC(2026, 10, 19, 16)]);
  });

  it.each([
    [{ kind: 'backTest', ruleId: 0, days: 1 }, 'alarm:rule:edit'],
    [
      { kind: 'report', template: 'weekly', days: 7, languages: ['en'], formats: ['pdf'] },
      'report:document:make',
    ],
    [{ kind: 'export', table: 'alarms', days: 1, format: 'csv' }, 'alarm:event:view'],
  ] as const)('%j asks for its right at each run', async (job, permission) => {
    const { storage } = server.running;
    const ruleId = job.kind === 'backTest' ? await writeRule(storage, null, definitionOf({}), begin) : 0;
    await made(job.kind === 'backTest' ? { ...job, ruleId } : ({ ...job } as unknown as ScheduleJob));
    await storage.write((on) => on.updateTable('users').set({ role_id: 4 }).where('id', '=', 2).execute());
    now = due;
    await ends([['refused', 'api.forbidden']]);
    expect(fromJson((await rows())[0]?.outcome ?? ('' as never)).params).toEqual({ permission });
  });

  describe('times', () => {
    const job: ScheduleJob = { kind: 'export', table: 'latest', days: 1, format: 'csv' };
    const daily = { recurrence: { kind: 'week', time: 540, weekdays: [1, 2, 3, 4, 5, 6, 7] } };
    const nextDue = async () =>
      Number((await db().selectFrom('schedules').select('due_at').executeTakeFirstOrThrow()).due_at);

    it('are begun once by three processes that look at the same moment', async () => {
      for (let i = 0; i < 5; i++) await made(job, { name: `job ${i}` });
      now = due;
      const others = [schedules, process(), process()];
      await Promise.all(others.map((one) => one.settle()));
      await expect
        .poll(
          async () => {
            await Promise.all(others.map((one) => one.settle()));
            return short();
          },
          { timeout: 30_000 },
        )
        .toEqual(Array.from({ length: 5 }, () => ['done', 'schedules.outcome.export']));
      expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1]);
      expect(await db().selectFrom('schedule_files').select('run_id').execute()).toHaveLength(5);
    });

    it('are not run twice where the clock is set back, and are computed anew', async () => {
      await made(job);
      now = due;
      await ends([['done', 'schedules.outcome.export']]);
      expect(await nextDue()).toBe(due + hour);
      now = due - 10 * minute;
      await schedules.settle();
      expect(await nextDue()).toBe(due);
      now = due;
      await ends([['done', 'schedules.outcome.export']]);
      expect(await nextDue()).toBe(due + hour);
    });

    it('follow the zone of the project', async () => {
      await made(job, daily);
      // 09:00 in Shanghai, then in Tokyo, which is an hour ahead: today's has passed there.
      expect(await nextDue()).toBe(Date.UTC(2026, 10, 20, 1));
      await server.running.storage.write((on) =>
        on.updateTable('projects').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', 1).execute(),
      );
      await schedules.settle();
      expect(await nextDue()).toBe(Date.UTC(2026, 10, 21, 0));
    });
  });
});

describe('who scheduled it hears of the end by day', () => {
  const at = (hours: number, minutes = 0, day = 20) => Date.UTC(2026, 10, day, hours - 8, minutes);
  it.each([
    ['just before 07:00', at(6, 59), at(7)],
    ['at 07:00', at(7), at(7)],
    ['at noon', at(12, 34), at(12, 34)],
    ['just before 22:00', at(21, 59), at(21, 59)],
    ['at 22:00', at(22), at(7, 0, 21)],
    ['after midnight', at(0, 30), at(7)],
  ])('%s', (_, now, expected) => {
    expect(byDay('Asia/Shanghai', now)).toBe(expected);
  });
});
