/** Rehearsals: twins of real devices, in a world of their own (src/server/rehearsal/README.md). */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Plan } from '../../src/contract/plans/plans.ts';
import type { Rehearsal, RehearsalResult } from '../../src/contract/plans/rehearsal.ts';
import { rehearse } from '../../src/main/rehearsal/start.ts';
import { itemsOf } from '../../src/server/plans/row.ts';
import { twinFacts } from '../../src/server/rehearsal/facts.ts';
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
  for (let tries = 0; tries < 1200; tries++) {
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

test('silent and refusing devices are reported, and nothing is sent to a real device', async () => {
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
  await fleet.until(first.id, ({ items }) => items[0]?.order != null);
  await storage.write((db) =>
    db
      .updateTable('orders')
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
  const before = await storage.db.selectFrom('orders').select('id').execute();
  for (const { device } of members) await device.stop();
  await expect.poll(() => gateway.load.connections).toBe(0);
  await gateway.settled();
  heard = [];
  let connections = 0;
  const look = setInterval(() => {
    connections = Math.max(connections, gateway.load.connections);
  }, 5);
  const result = await rehearsed(plan, 7);
  clearInterval(look);
  expect(connections).toBe(0);
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
  expect(result.speed).toBeGreaterThan(100);
  expect(heard).toEqual([]);
  expect(await storage.db.selectFrom('orders').select('id').execute()).toEqual(before);
  expect((await fleet.look(plan.id)).state).toBe('draft');
}, 300_000);

test('the same job and seed have the same result, another seed may differ', async () => {
  const { storage, gateway } = fleet.product.running;
  const members = await fleet.members(['asleep', 'asleep', 'awake']);
  const ids = members.map(({ rtuId }) => rtuId);
  const { id } = await fleet.draft(
    ids.map((rtuId) => setOf(rtuId)),
    { batches: [1, '100%'] },
  );
  const now = Date.now();
  const { twins } = await twinFacts(
    { storage, viewer: { companyId: null }, link: (rtuId) => gateway.link(rtuId), now },
    ids,
  );
  const plan = await storage.db
    .selectFrom('plans')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const job = { plan, items: await itemsOf(storage.db, id), twins, now, runs: 2 };
  const [one, same, other] = await Promise.all(
    [3, 3, 4].map((seed) => rehearse({ ...job, seed }, () => {}).done),
  );
  expect(same).toEqual(one);
  expect(other).not.toEqual(one);
  for (const run of one ?? []) {
    expect(run.ends.map(({ passed }) => passed)).toEqual([true, true, true]);
    // The first one alone, then the others.
    const [first = 0, ...rest] = run.ends.map(({ endedAfter }) => endedAfter ?? 0);
    expect(Math.min(...rest)).toBeGreaterThan(first);
  }
}, 300_000);

test('who may not run workflows, who is of another company, and a draft that has moved are refused', async () => {
  const [member] = await fleet.members(['asleep']);
  if (member === undefined) throw new Error('no member');
  const plan = await fleet.draft([setOf(member.rtuId)]);
  const { revision } = plan;
  const viewer = await fleet.product.login('viewerA');
  const foreign = await fleet.product.login('operatorB');
  expect((await ask('POST', address(plan), { revision }, viewer)).http).toBe(403);
  expect((await ask('POST', address(plan), { revision }, foreign)).http).toBe(404);
  expect((await ask('GET', address(plan), undefined, foreign)).http).toBe(404);
  expect((await ask('DELETE', address(plan), undefined, foreign)).http).toBe(404);
  expect(await ask('POST', address(plan), { revision: revision + 1 })).toMatchObject({
    status: 409,
    messageId: 'plans.stale',
  });
  expect((await ask('GET', address(plan))).data.rehearsal).toBeNull();
});

test('one that is cancelled ends, leaves no process and no files, and is kept as such', async () => {
  const [member] = await fleet.members(['asleep']);
  if (member === undefined) throw new Error('no member');
  const plan = await fleet.draft([setOf(member.rtuId)]);
  const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('groundwatch-rehearsal-'));
  const before = folders();
  const begun = await ask('POST', address(plan), { revision: plan.revision, seed: 1 });
  expect(begun.data.rehearsal).toMatchObject({ state: 'running', revision: plan.revision, result: null });
  expect(await ask('POST', address(plan), { revision: plan.revision })).toMatchObject({
    messageId: 'rehearsal.companyBusy',
  });
  const ended = await ask('DELETE', address(plan));
  expect(ended.data.rehearsal).toMatchObject({ state: 'cancelled', result: null });
  expect(folders()).toEqual(before);
  const audit = await fleet.product.running.storage.db
    .selectFrom('audit')
    .select(['account_name', 'detail'])
    .where('action', '=', 'plan.rehearse')
    .where('subject', '=', `plan:${plan.id}`)
    .executeTakeFirst();
  expect(audit?.account_name).toBe('maintainer');
});

test('D5: of each company one is rehearsed at a time, and two of all', async () => {
  const draftOf = async (token: string, company: number | null) => {
    const site = fleet.product.running.board.sites({ companyId: company }).find(({ rtu }) => rtu !== null);
    const body = { title: 'of a company', items: [setOf(site?.rtu?.id ?? 0)], surface: 'script' };
    return (await fleet.product.ask<{ plan: Plan }>('POST', '/rest/plans', token, body)).data.plan;
  };
  const companies = [
    ...new Set(
      fleet.product.running.board.sites({ companyId: null }).map(({ project }) => project.companyId),
    ),
  ];
  const [first = 0, second = 0] = companies.sort((a, b) => a - b);
  const tokens = { a: await fleet.product.login('operatorA'), b: await fleet.product.login('operatorB') };
  const plans = {
    own: [await draftOf(fleet.token, null), await draftOf(fleet.token, null)],
    a: await draftOf(tokens.a, first),
    b: await draftOf(tokens.b, second),
  };
  const begin = (plan: Plan | undefined, token: string) =>
    fleet.product.ask<One>('POST', address(plan ?? { id: '' }), token, { revision: plan?.revision, seed: 1 });
  try {
    expect(await begin(plans.own[0], fleet.token)).toMatchObject({ status: 200 });
    const again = await begin(plans.own[1], fleet.token);
    expect(again).toMatchObject({ status: 409, messageId: 'rehearsal.companyBusy', params: { most: 1 } });
    expect(again.msg).toContain('1 rehearsal');
    expect(await begin(plans.a, tokens.a)).toMatchObject({ status: 200 });
    const full = await begin(plans.b, tokens.b);
    expect(full).toMatchObject({ status: 409, messageId: 'rehearsal.busy', params: { most: 2 } });
    expect(full.msg).toContain('2 rehearsals');
    await ask('DELETE', address(plans.own[0] ?? plans.a));
    expect(await begin(plans.b, tokens.b)).toMatchObject({ status: 200 });
  } finally {
    for (const plan of [...plans.own, plans.a, plans.b]) await ask('DELETE', address(plan));
  }
});

test('O3: of a plan that is larger than one takes a sample is rehearsed, and it says so', async () => {
  const { storage, board } = fleet.product.running;
  const [site] = board.sites({ companyId: null });
  const { project, station } = site ?? {};
  if (project === undefined || station === undefined) throw new Error('no station');
  const of = 310;
  const ids = await storage.write(async (db) => {
    const made: number[] = [];
    for (let n = 0; n < of; n++) {
      const { id: station_id } = await db
        .insertInto('stations')
        .values({
          project_id: project.id,
          code: `SAMPLE-${n}`,
          name: `sample ${n}`,
          name_reading: null,
          site: 'other',
          latitude: 30,
          longitude: 104,
          time_zone: 'Asia/Shanghai',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { id } = await db
        .insertInto('rtus')
        .values({
          station_id,
          sn: `sample${n}`,
          credential_hash: null,
          install_state: 1,
          send_cycle: 600,
          collection_cycle: 600,
          // Every tenth has been silent for long.
          last_contact_at: n % 10 === 3 ? null : Date.now() - 60_000,
          jitter: 1000,
          problems: '[]',
          device_class: 'tracked',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      made.push(id);
    }
    return made;
  });
  await board.load();
  const plan = await fleet.draft(
    ids.map((rtuId) => setOf(rtuId)),
    { batches: [1, '50%'], timeout: 7200 },
  );
  const result = await rehearsed(plan, 250);
  // 310 = 1 + 155 + 154: one of each batch, and of the 307 others their share of 297: floor(148.98), floor(148.02).
  expect(result.sample).toEqual({ devices: 299, of });
  expect(result.devices).toHaveLength(299);
  expect(new Set(result.devices.map(({ rtuId }) => rtuId)).size).toBe(299);
  expect(result.devices.every(({ rtuId }) => ids.includes(rtuId))).toBe(true);
  const silent = result.devices.filter(({ rtuId }) => ids.indexOf(rtuId) % 10 === 3);
  expect(silent.length).toBeGreaterThan(20);
  expect(silent.every(({ cause, passed }) => cause !== null && passed === 0)).toBe(true);
  expect(result.devices.filter(({ passed }) => passed > 0).length).toBeGreaterThan(200);
  const small = await rehearsed(
    await fleet.draft(
      ids.slice(0, 2).map((rtuId) => setOf(rtuId)),
      { timeout: 7200 },
    ),
    1,
  );
  expect(small.sample).toBeNull();
}, 300_000);

test('the process of a rehearsal cannot reach the real broker', () => {
  const port = fleet.product.running.mqttPort;
  const cut = new URL('../../src/main/rehearsal/no-network.ts', import.meta.url).href;
  const code = `
    const { cutNetwork } = await import(${JSON.stringify(cut)});
    if (process.argv[1] === 'cut') cutNetwork();
    const { connect } = await import('node:net');
    try {
      connect(${port}, '127.0.0.1').on('connect', () => { console.log('connected'); process.exit(); });
    } catch (error) { console.log(error.message); process.exit(); }`;
  const run = (...args: string[]) =>
    execFileSync(
      process.execPath,
      ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', code, ...args],
      { encoding: 'utf8' },
    ).trim();
  expect(run()).toBe('connected');
  expect(run('cut')).toBe('a rehearsal has no network');
});
