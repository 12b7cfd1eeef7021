/**
 * A run whose server is killed at every step of its journal: it goes on at the next start, orders nothing twice, and
 * ends in the same plan. A sample of the steps; all of them under LONG=1.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunDetail } from '../../../src/contract/workflows.ts';
import { writeSite } from '../../../src/main/demo/demo-site.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import { Device } from '../../../src/simulator/device/device.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import type { SimulatedRtu } from '../../../src/simulator/rtu.ts';
import { password } from '../../support/delivery/product.ts';
import { type ServerProcess, startProcess } from '../../support/process.ts';
import { bundleServer } from '../../support/tools/bundle-server.ts';

const script = `import { args, fleet, log, number, plan } from 'groundwatch';
const { low } = args({ low: number({ default: 11.2 }) });
const all = await fleet.stations();
const seen = await fleet.stations({ codes: CODES });
log('reading', seen.length, Math.random(), Date.now());
const read = await fleet.read(seen, 'rtu');
const answers = await fleet.reported(seen, 'rtu');
for (const one of read)
  if (one.ok) plan.set(one.station, 'rtu', { lowBattery: low }, { reason: 'was ' + one.values.lowBattery });
  else plan.skip(one.station, one.reason.text);
log('done', all.length, answers.length, Math.random());
plan.title('After a crash');`;

const folder = mkdtempSync(join(tmpdir(), 'groundwatch-runs-'));
const cache = join(process.cwd(), 'node_modules', '.cache', `workflow-crash-${process.pid}`);
let program = '';
const seeded = join(folder, 'seeded');
let rtus: readonly SimulatedRtu[] = [];
let text = '';
beforeAll(async () => {
  program = await bundleServer(
    cache,
    fileURLToPath(new URL('../../support/workflows/dying-server.ts', import.meta.url)),
  );
  const storage = await openStorage({ dataDir: seeded });
  const fleet = planFleet({ seed: 5, anchor: Math.floor(Date.now() / 60_000) * 60_000, stations: 12 });
  await writeSite(storage, fleet, (sn) => `secret-of-${sn}`);
  await createUser(storage, {
    accountName: 'maintainer',
    password,
    companyId: null,
    roleId: 1,
    language: 'en',
  });
  rtus = fleet.projects
    .flatMap(({ stations }) => stations)
    .map(({ rtu }) => ({ ...rtu, temper: { ...rtu.temper, breaks: 0, awake: true } }))
    .filter(({ installState, temper }) => installState === 'installed' && temper.silentSince === null)
    .slice(0, 2);
  const codes = await storage.db
    .selectFrom('stations')
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .select('stations.code')
    .where(
      'rtus.sn',
      'in',
      rtus.map(({ sn }) => sn),
    )
    .execute();
  text = script.replace('CODES', JSON.stringify(codes.map(({ code }) => code)));
  await storage.close();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(cache, { recursive: true, force: true });
});

async function ask<T>(server: ServerProcess, token: string, method: string, path: string, body?: object) {
  const response = await fetch(server.address + path, {
    method,
    headers: { authorization: token, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return ((await response.json()) as { data: T }).data;
}
const signIn = async (server: ServerProcess) =>
  (await ask<{ loginToken: string }>(server, '', 'POST', '/login', { accountName: 'maintainer', password }))
    .loginToken;

function connect(server: ServerProcess): readonly Device[] {
  return rtus.map((rtu) => {
    const url = `mqtt://127.0.0.1:${server.mqttPort}`;
    const device = new Device(rtu, { url, password: `secret-of-${rtu.sn}`, linger: 400, retry: 200 });
    void device.connect().catch(() => {});
    return device;
  });
}

/** Runs the script on a fresh copy, the server dying at the nth step; answers what stands in the end. */
async function through(name: string, dieAfter: number) {
  const dataDir = join(folder, name);
  const passed = join(folder, `${name}.passed`);
  cpSync(seeded, dataDir, { recursive: true });
  const dying = await startProcess(dataDir, { DIE_AFTER: String(dieAfter), PASSED: passed }, program);
  let devices = connect(dying);
  const token = await signIn(dying);
  const body = { script: text, args: {}, title: 'Crash' };
  void ask(dying, token, 'POST', '/rest/workflows/runs', body).catch(() => {});
  let server = dying;
  let isOver = false;
  void dying.ended.then(() => {
    isOver = true;
  });
  const last = async (of: ServerProcess, as: string): Promise<RunDetail | undefined> => {
    const { runs } = await ask<{ runs: { id: string }[] }>(of, as, 'GET', '/rest/workflows/runs');
    const [run] = runs;
    if (run === undefined) return undefined;
    return (await ask<{ run: RunDetail }>(of, as, 'GET', `/rest/workflows/runs/${run.id}`)).run;
  };
  const wait = async (of: ServerProcess, as: string) => {
    let seen: RunDetail | undefined;
    for (const end = Date.now() + 120_000; Date.now() < end; ) {
      if (of === dying && isOver) return null;
      const run = await last(of, as).catch(() => undefined);
      seen = run ?? seen;
      if (run !== undefined && ['done', 'failed', 'halted'].includes(run.state)) return run;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`it did not end: ${JSON.stringify(seen)} ${of.output()}`);
  };
  let run = await wait(dying, token);
  if (run === null) {
    for (const device of devices) await device.stop();
    server = await startProcess(dataDir, { PASSED: passed }, program);
    devices = connect(server);
    const again = await signIn(server);
    run = (await last(server, again)) ?? null;
    // It died before the run was stored: nothing was promised, and it is asked for again.
    if (run === null) await ask(server, again, 'POST', '/rest/workflows/runs', body);
    run = await wait(server, again);
  }
  for (const device of devices) await device.stop();
  server.child.kill('SIGTERM');
  await server.ended;
  const storage = await openStorage({ dataDir });
  const orders = await storage.db
    .selectFrom('orders')
    .select(['name', 'rtu_id', 'idempotency_key'])
    .execute();
  const plans = await storage.db.selectFrom('plans').select(['id', 'title']).execute();
  const items = await storage.db
    .selectFrom('plan_items')
    .select(['rtu_id', 'group_id', 'edits'])
    .orderBy('position')
    .execute();
  const log = await storage.db.selectFrom('workflow_log').select(['line', 'text']).orderBy('line').execute();
  await storage.close();
  const points = readFileSync(passed, 'utf8').trim().split('\n');
  return { run, orders, plans, items, log, points };
}

const check = ({ run, orders, plans, items, log }: Awaited<ReturnType<typeof through>>) => {
  expect(run).toMatchObject({ state: 'done', problem: null, proposed: { sets: 2, skips: 0 } });
  expect(plans).toEqual([{ id: run?.planId, title: 'After a crash' }]);
  expect(items.map(({ edits }) => JSON.parse(edits))).toEqual([{ lowBattery: 11.2 }, { lowBattery: 11.2 }]);
  expect(run?.proposal?.sets.map(({ reason }) => reason)).toEqual(['was 11.5', 'was 11.5']);
  // One reading of each device, whatever happened.
  expect(orders.map(({ name }) => name)).toEqual(['readAll', 'readAll']);
  expect(new Set(orders.map((order) => order.rtu_id)).size).toBe(2);
  expect(log.map(({ line }) => line)).toEqual([0, 1]);
};

describe('a run', () => {
  let whole: readonly string[] = [];
  test('that is not killed passes these steps', async () => {
    const end = await through('whole', 0);
    check(end);
    whole = end.points;
    expect(new Set(end.points.map((point) => point.split(':')[0]))).toEqual(
      new Set(['start', 'answer', 'log', 'call', 'ordered', 'plan'].map((step) => `workflow.${step}`)),
    );
  }, 300_000);

  const long = process.env['LONG'] === '1';
  /** Start inside; the read is begun; one of two is ordered; its answer inside; the plan inside and committed. */
  const sample = ['workflow.ordered:inside', 'workflow.answer:inside', 'workflow.plan:committed'];
  test(
    long ? 'killed at every step' : 'killed at a sample of steps',
    async () => {
      expect(whole).not.toEqual([]);
      const steps = long
        ? whole.map((_, index) => index + 1)
        : sample.map((point) => whole.lastIndexOf(point) + 1);
      // Most of a life is waiting: for a port, for devices.
      const next = steps.values();
      const live = async () => {
        for (const step of next) {
          const end = await through(`step-${step}`, step);
          expect(end.points.length, `step ${step} of ${whole.length}`).toBeGreaterThanOrEqual(step);
          check(end);
        }
      };
      await Promise.all([live(), live(), live()]);
    },
    long ? 1_800_000 : 290_000,
  );
});
