/** Scripts run through HTTP on a real server with simulated devices: what they read, what they propose, how they end. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Plan } from '../../../src/contract/plans/plans.ts';
import { words } from '../../../src/server/words.ts';
import { type DeliveryProduct, startDeliveryProduct } from '../../support/delivery/product.ts';
import { ended, runsOf } from '../../support/workflows/runs.ts';

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
    expect(plan.items.filter(({ type }) => type === 'set')).toHaveLength(run.proposed.sets);
    expect(plan.items.at(-1)).toMatchObject({
      type: 'skip',
      state: 'skipped',
      stationId: plan.items[0]?.stationId,
    });
    expect(plan.rollout).toMatchObject({ batches: [1, 5, '20%'], stopAt: { failed: 4, of: 10 } });
    expect(plan.items[0]).toMatchObject({ group: 'rtu', edits: { lowBattery: 11.2 } });
    expect((await runs.log(run.id)).lines).toMatchObject([
      { line: 0, kind: 'log', text: `proposed ${run.proposed.sets}` },
    ]);
  });

  test('a reason of the server that it passes on is said in each reader’s words; its own stay its own', async () => {
    const run = await runs.run(`import { fleet, plan } from 'groundwatch';
const [first, second, third] = await fleet.stations();
const [one] = await fleet.reported([first], 'rtu');
if (!one.ok) plan.skip(first, one.reason.text);
plan.skip(second, 'too far');
plan.set(third, 'rtu', { lowBattery: 11.2 });`);
    expect(run.proposal?.skips.map(({ id }) => id)).toEqual(['neverReported', null]);
    const plan = await planOf(run.planId);
    expect(plan.items.map(({ skipped }) => skipped)).toEqual([
      { message: 'workflow.reason.neverReported', params: {}, fields: [] },
      { message: 'plans.leftBy', params: { why: 'too far' }, fields: [] },
      null,
    ]);
  });
});

describe('O3: a project', () => {
  const script = (project: string) => `import { fleet, log } from 'groundwatch';
log(String((await fleet.stations({ project: ${project} })).length));`;

  test('that does not exist is an error that names it, in each place of a list', async () => {
    for (const project of ["'yn-zhaotogn'", "['yn-zhaotong', 'yn-zhaotogn']"]) {
      const run = await runs.run(script(project));
      expect(run).toMatchObject({
        state: 'failed',
        problem: { id: 'project', params: { name: 'yn-zhaotogn' }, line: 2 },
      });
    }
  });

  test('is found by its code and by its name; a script can take the error up', async () => {
    const rows = product.running.board.sites({ companyId: null });
    const [site] = rows;
    if (site === undefined) throw new Error('no site');
    const wanted = rows.filter(({ project }) => project.code === site.project.code).length;
    for (const name of [site.project.code, site.project.name]) {
      const run = await runs.run(script(JSON.stringify(name)));
      expect((await runs.log(run.id)).lines).toMatchObject([{ text: String(wanted) }]);
    }
    const run = await runs.run(`import { fleet, log } from 'groundwatch';
try { await fleet.stations({ project: 'nowhere' }); } catch (error) { log(error.message); }`);
    expect(run.state).toBe('done');
    expect((await runs.log(run.id)).lines[0]?.text).toContain('nowhere');
  });

  test('of another company is as one that does not exist', async () => {
    const foreign = await product.login('operatorA');
    const own = new Set(product.running.board.sites({ companyId: 1 }).map(({ project }) => project.code));
    const other = product.running.board.sites({ companyId: 2 }).find(({ project }) => !own.has(project.code));
    const theirs = runsOf({ ask: (...given) => product.ask(...given) }, () => foreign);
    const run = await theirs.run(script(JSON.stringify(other?.project.code)));
    expect(run).toMatchObject({ state: 'failed', problem: { id: 'project' } });
  });
});

describe('a field that is set again', () => {
  const script = (between: string) => `import { fleet, plan } from 'groundwatch';
const [one, two] = await fleet.stations({ kind: ['rt3000', 'rt1030'] });
plan.set(one, 'rtu', { lowBattery: 11.2, sendCycle: 1200 });
plan.set(two, 'rtu', { lowBattery: 11.2 });
${between}`;
  const editsOf = (plan: Plan) => plan.items.map(({ edits, after }) => [edits, after]);

  test('keeps its last value, and the log says so', async () => {
    const run = await runs.run(
      script(`plan.set(two, 'rtu', { lowBattery: 11.4 });\nplan.set(one, 'rtu', { lowBattery: 11.3 });`),
    );
    expect(run).toMatchObject({ state: 'done', problem: null, proposed: { sets: 3 } });
    const plan = await planOf(run.planId);
    expect(editsOf(plan)).toEqual([
      [{ sendCycle: 1200 }, null],
      [{ lowBattery: 11.4 }, null],
      [{ lowBattery: 11.3 }, null],
    ]);
    const { lines } = await runs.log(run.id);
    expect(lines.map(({ kind }) => kind)).toEqual(['setAgain', 'setAgain']);
    expect(JSON.parse(lines[0]?.text ?? '')).toEqual({
      station: plan.items[1]?.stationId,
      slot: null,
      group: 'rtu',
      field: 'lowBattery',
    });
  });

  test('has both values, one after the other, where it waits', async () => {
    const run = await runs.run(script(`plan.set(one, 'rtu', { lowBattery: 11.3 }, { after: 'verified' });`));
    const plan = await planOf(run.planId);
    expect(editsOf(plan)).toEqual([
      [{ lowBattery: 11.2, sendCycle: 1200 }, null],
      [{ lowBattery: 11.2 }, null],
      [{ lowBattery: 11.3 }, 'verified'],
    ]);
    expect((await runs.log(run.id)).lines).toEqual([]);
  });
});

const sleeper = (at = 0) => {
  const rtu = product.rtus.filter(({ temper }) => !temper.awake)[at];
  if (rtu === undefined) throw new Error('no sleeper');
  return rtu;
};
const codeOf = async (sn: string) => {
  const { stationId } = await product.ids(sn);
  const site = product.running.board.one({ companyId: null }, stationId);
  return { stationId, code: site.site.station.code };
};
/** Wakes a device until nothing waits for it: on a busy machine it may sleep again before it was asked. */
async function wake(rtu: DeliveryProduct['rtus'][number]): Promise<void> {
  const { rtuId } = await product.ids(rtu.sn);
  const device = product.device(rtu);
  for (let visits = 0; visits < 5; visits++) {
    await device.visit();
    for (const end = Date.now() + 4000; Date.now() < end; ) {
      if ((await product.running.delivery.store.open(rtuId)).length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`${rtu.sn} never took its orders`);
}
const reader = (code: string, after = '') => `import { fleet, plan, log } from 'groundwatch';
const [station] = await fleet.stations({ codes: [${JSON.stringify(code)}] });
if (station === undefined) throw new Error('no station');
const [one] = await fleet.read(station, 'rtu');
log(one?.ok, one?.ok ? one.values.lowBattery : one?.reason.id);
${after}`;

describe('a run that waits for a sleeping device', () => {
  test('is parked, goes on when the device has answered, and orders one reading', async () => {
    const rtu = sleeper(0);
    const { code } = await codeOf(rtu.sn);
    const { rtuId } = await product.ids(rtu.sn);
    const { id } = await runs.start(reader(code, `plan.set(station, 'rtu', { lowBattery: 11.3 });`));
    const waiting = await runs.reaches(id, ['waiting'], 40_000);
    expect(waiting).toMatchObject({ awaited: 1, planId: null });
    expect(await product.running.delivery.store.open(rtuId)).toMatchObject([
      { name: 'readAll', surface: 'script', state: 'queued' },
    ]);
    await wake(rtu);
    const run = await runs.reaches(id, ['done', 'failed']);
    expect(run).toMatchObject({ state: 'done', proposed: { sets: 1 }, awaited: 0 });
    expect((await runs.log(id)).lines.map(({ text }) => text)).toEqual(['true 11.5']);
    const journal = await product.running.workflows.store.journal(id);
    expect(journal.map(({ call, settled }) => [call, settled])).toEqual([
      ['stations', 0],
      ['read', 1],
    ]);
  });

  test('can be paused: what the device answers is kept for when it is resumed', async () => {
    const rtu = sleeper(1);
    const { code } = await codeOf(rtu.sn);
    const { id } = await runs.start(reader(code));
    await runs.reaches(id, ['waiting', 'running']);
    const ordered = async () =>
      (await product.running.delivery.store.open((await product.ids(rtu.sn)).rtuId)).length;
    await expect.poll(ordered, { timeout: 30_000 }).toBe(1);
    expect((await runs.act(id, 'pause')).data.run.state).toBe('paused');
    await wake(rtu);
    await expect
      .poll(async () => (await product.running.workflows.store.journal(id)).at(-1)?.settled, {
        timeout: 30_000,
      })
      .toBe(1);
    expect((await runs.one(id)).state).toBe('paused');
    expect((await runs.log(id)).lines).toEqual([]);
    expect((await runs.act(id, 'resume')).status).toBe(200);
    expect(await runs.reaches(id, ['done', 'failed'])).toMatchObject({ state: 'done' });
    expect((await runs.act(id, 'resume')).messageId).toBe('workflow.ended');
  });

  test('can be cancelled: what was never sent is taken back', async () => {
    const rtu = sleeper(2);
    const { code } = await codeOf(rtu.sn);
    const { rtuId } = await product.ids(rtu.sn);
    const { id } = await runs.start(reader(code));
    await expect
      .poll(async () => (await product.running.delivery.store.open(rtuId)).length, { timeout: 30_000 })
      .toBe(1);
    expect((await runs.act(id, 'cancel')).data.run.state).toBe('cancelled');
    expect(await product.running.delivery.store.open(rtuId)).toEqual([]);
    expect((await runs.act(id, 'cancel')).messageId).toBe('workflow.ended');
    const audit = await product.running.storage.db
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', `run:${id}`)
      .execute();
    expect(audit.map(({ action }) => action)).toEqual(['workflow.start', 'workflow.cancel']);
  });

  test('reports a station that was retired meanwhile as a skip of its own', async () => {
    const rtu = sleeper(3);
    const { code, stationId } = await codeOf(rtu.sn);
    const { rtuId } = await product.ids(rtu.sn);
    const { id } = await runs.start(reader(code, `plan.set(station, 'rtu', { lowBattery: 11.3 });`));
    await expect
      .poll(async () => (await product.running.delivery.store.open(rtuId)).length, { timeout: 30_000 })
      .toBe(1);
    await product.running.storage.write((db) =>
      db.updateTable('stations').set({ retired_at: Date.now() }).where('id', '=', stationId).execute(),
    );
    await product.running.board.load();
    const [row] = await product.running.delivery.store.open(rtuId);
    await product.running.delivery.store.step(row?.id ?? '', 'cancel');
    const run = await runs.reaches(id, ['done', 'failed']);
    expect(run).toMatchObject({
      state: 'done',
      planId: null,
      proposal: { sets: [], skips: [{ stationId, id: 'gone' }] },
    });
    expect((await runs.log(id)).lines.map(({ text }) => text)).toEqual([
      'undefined gone'.replace('undefined', 'false'),
    ]);
  });

  test('fails clearly when its user may no longer, and nobody else is read for', async () => {
    const operator = await product.login('operatorA');
    const own = runsOf({ ask: (...given) => product.ask(...given) }, () => operator);
    const { storage } = product.running;
    const user = await storage.db
      .selectFrom('users')
      .select(['id', 'role_id', 'company_id'])
      .where('account_name', '=', 'operatorA')
      .executeTakeFirstOrThrow();
    const site = product.running.board
      .sites({ companyId: user.company_id })
      .find(({ rtu }) => product.rtus.some(({ sn, temper }) => sn === rtu?.sn && !temper.awake));
    const { id } = await own.start(reader(site?.station.code ?? '', `await fleet.stations();`));
    await expect
      .poll(async () => (await product.running.delivery.store.open(site?.rtu?.id ?? 0)).length, {
        timeout: 30_000,
      })
      .toBe(1);
    await storage.write((db) =>
      db.updateTable('users').set({ role_id: 3 }).where('id', '=', user.id).execute(),
    );
    await own.act(id, 'pause');
    const rtu = product.rtus.find(({ sn }) => sn === site?.rtu?.sn);
    if (rtu !== undefined) await wake(rtu);
    const end = await runs.reaches(id, ['failed', 'done'], 60_000);
    expect(end).toMatchObject({
      state: 'failed',
      problem: { id: 'permission', params: { permission: 'device:workflow:run' } },
      planId: null,
    });
    await storage.write((db) =>
      db.updateTable('users').set({ role_id: user.role_id }).where('id', '=', user.id).execute(),
    );
  }, 300_000);
});

describe('what is refused before anything runs', () => {
  test('a script that is none, with its line', async () => {
    const reply = await runs.tryStart('const a = 1;\nconst b = ;');
    expect(reply).toMatchObject({ status: 422, messageId: 'workflow.problem.syntax', field: 'script' });
    expect(await runs.check('const a = 1;\nconst b = ;')).toMatchObject({
      data: { problems: [{ id: 'syntax', line: 2 }] },
    });
  });
  test('arguments that do not fit; those that do reach the script', async () => {
    const script = `import { args, number, log } from 'groundwatch';
const { n } = args({ n: number({ min: 1, max: 5, default: 2, title: { en: 'N' } }) }, { title: { en: 'T' } });
log(n);`;
    expect(await runs.check(script)).toMatchObject({
      data: {
        problems: [],
        title: { en: 'T' },
        arguments: [{ name: 'n', type: 'number', min: 1, max: 5, default: 2, title: { en: 'N' } }],
      },
    });
    expect(await runs.tryStart(script, { n: 6 })).toMatchObject({
      status: 422,
      messageId: 'workflow.argument.range',
      field: 'n',
    });
    const run = await runs.run(script, { n: 4 });
    expect(run).toMatchObject({ state: 'done', args: { n: 4 } });
    expect((await runs.log(run.id)).lines).toMatchObject([{ text: '4' }]);
  });
});

describe('a run that goes wrong', () => {
  test('says where, and leaves no plan', async () => {
    const run = await runs.run(`import { fleet, plan } from 'groundwatch';
const [station] = await fleet.stations();
plan.set(station!, 'rtu', { lowBattery: 11 });
const x: number = nobody;`);
    expect(run).toMatchObject({ state: 'failed', planId: null, problem: { id: 'thrown', line: 4 } });
  });
  test('waits for something that never settles: it fails with that reason', async () => {
    expect(await runs.run('await new Promise(() => {});')).toMatchObject({
      state: 'failed',
      problem: { id: 'settles' },
    });
  });
  test('does otherwise than its journal says: it is halted, and nothing is done twice', async () => {
    const rtu = sleeper(5);
    const { code } = await codeOf(rtu.sn);
    const { id } = await runs.start(reader(code));
    await runs.reaches(id, ['waiting'], 40_000);
    const { storage } = product.running;
    await storage.write((db) =>
      db
        .updateTable('workflow_journal')
        .set({ args_hash: 'another' })
        .where('run_id', '=', id)
        .where('seq', '=', 0)
        .execute(),
    );
    await wake(rtu);
    expect(await runs.reaches(id, ['halted', 'done', 'failed'])).toMatchObject({
      state: 'halted',
      problem: { id: 'nonDeterministic' },
      planId: null,
    });
  }, 300_000);
});

describe('readings', () => {
  test('are the last reported values with their age, newest values as words, and statistics alone', async () => {
    const awake = product.rtus.find(({ temper }) => temper.awake);
    if (awake === undefined) throw new Error('none is awake');
    await product.device(awake).visit();
    const { code, stationId } = await codeOf(awake.sn);
    await expect.poll(async () => (await product.parameters(token, stationId)).class).toBe('tracked');
    const run = await runs.run(`import { fleet, log } from 'groundwatch';
const [station] = await fleet.stations({ codes: [${JSON.stringify(code)}], where: { group: 'rtu', field: 'lowBattery', above: 11 } });
const answer = await station.reported('rtu');
log(answer.ok && answer.values.lowBattery, answer.ok && answer.ages.lowBattery! < 600);
const latest = await station.latest('rtu');
log(typeof latest[0]?.values.batteryVoltage, latest[0]?.values.operator);
const none = await fleet.stations({ where: { group: 'rtu', field: 'lowBattery', above: 99 } });
log(none.length);
const [gone] = await fleet.history(station, 'none' as never, ['x' as never], { from: 0 });
log(gone?.ok);`);
    expect(run.problem).toBeNull();
    const lines = (await runs.log(run.id)).lines.map(({ text }) => text);
    expect(lines[0]).toBe('11.5 true');
    expect(lines[1]).toMatch(/^number [a-z]+\d?$/);
    expect(lines.slice(2)).toEqual(['0', 'false']);
  });
});

describe('the words of a run', () => {
  test('are in the language of its user: its log, the reasons of its plan, and why a device has no answer', async () => {
    const awake = product.rtus.find(({ temper }) => temper.awake);
    if (awake === undefined) throw new Error('none is awake');
    await product.device(awake).visit();
    const { code, stationId } = await codeOf(awake.sn);
    await expect.poll(async () => (await product.parameters(token, stationId)).class).toBe('tracked');
    const script = `import { fleet, log, plan, table, words } from 'groundwatch';
const [station] = await fleet.stations({ codes: [${JSON.stringify(code)}] });
const why = words({ 'zh-chs': '电池偏低', en: 'weak battery', ja: '電池残量不足' });
log(why);
table([{ station: station.code }], { station: { 'zh-chs': '测站', ja: '観測局' } });
plan.set(station, 'rtu', { lowBattery: 11.9 }, { reason: why });
const slot = [1, 2, 3, 4, 5, 6].find((n) => !station.sensors.some((sensor) => sensor.slot === n));
const [none] = await fleet.reported([{ station, slot }], 'mems');
if (!none.ok) plan.skip(station, none.reason.text);`;
    const reply = await fetch(`${product.running.address}/rest/workflows/runs`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json', lang: 'ja' },
      body: JSON.stringify({ script, args: {}, title: 'x' }),
    });
    const { data } = (await reply.json()) as { data: { run: { id: string } } };
    const run = await runs.reaches(data.run.id, ended);
    expect(run.problem).toBeNull();
    const [line, table] = (await runs.log(run.id)).lines;
    expect(line?.text).toBe('電池残量不足');
    expect(JSON.parse(table?.text ?? '')).toMatchObject({ columns: ['station'], heads: ['観測局'] });
    const { items } = await planOf(run.planId);
    expect(items.find(({ type }) => type === 'set')?.reason).toBe('電池残量不足');
    // Messages of the server are shown in the language of each reader.
    expect(run.proposal?.skips[0]?.why).toBe(words('ja')('workflow.reason.noSensor'));
    expect(items.find(({ type }) => type === 'skip')?.skipped).toMatchObject({
      message: 'workflow.reason.noSensor',
    });
  });
});

describe('runs of another company', () => {
  test('are not there', async () => {
    const operator = await product.login('operatorB');
    const { id } = await runs.start('1;');
    const list = await product.ask<{ runs: { id: string }[] }>('GET', '/rest/workflows/runs', operator);
    expect(list.data.runs).toEqual([]);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/log'],
      ['POST', '/cancel'],
    ] as const)
      expect((await product.ask(method, `/rest/workflows/runs/${id}${path}`, operator)).http).toBe(404);
  });
});
