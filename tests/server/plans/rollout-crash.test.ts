/**
 * The server is killed by SIGKILL at each step of a rollout, in a process of its own, and started again; devices go on.
 * However often: the same devices pass, fail and are left alone, and nothing is done twice. A sample; LONG = each step,
 * at its first, second and third time, on both databases.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { permissions } from '../../../src/base/permissions.ts';
import { writeSite } from '../../../src/main/demo/demo-site.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import { bodyHash } from '../../../src/server/delivery/body-hash.ts';
import { OrderStore } from '../../../src/server/delivery/store.ts';
import { approvePlan } from '../../../src/server/plans/change.ts';
import { cancelRest } from '../../../src/server/plans/control.ts';
import { createPlan } from '../../../src/server/plans/create.ts';
import { planFaultPoints } from '../../../src/server/plans/faults.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { Device } from '../../../src/simulator/device/device.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import { bundleHost } from '../../support/delivery/child-host.ts';
import { freePort } from '../../support/free-port.ts';
import { base, setOf } from '../../support/plans/fleet.ts';
import { setByAnother } from '../../support/plans/set-by-another.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

const long = process.env['LONG'] === '1';
const root = mkdtempSync(join(tmpdir(), 'rollout-crash-'));
const cache = join(process.cwd(), 'node_modules', '.cache', `rollout-crash-${process.pid}`);
const fleet = planFleet({ seed: 5, anchor: Date.UTC(2026, 5, 1), stations: 24 });
const rtus = fleet.projects
  .flatMap(({ stations }) => stations)
  .map(({ rtu }) => ({ ...rtu, temper: { ...rtu.temper, awake: true, breaks: 0 } }))
  .filter(({ installState }) => installState === 'installed')
  .slice(0, 8);
const secret = (sn: string) => `secret-of-${sn}`;
const by = {
  viewer: {
    userId: 1,
    accountName: 'maintainer',
    roleId: 1,
    roleName: 'r',
    companyId: null,
    companyName: null,
    language: 'en',
    permissions: [...permissions],
  },
  address: '127.0.0.1',
} as const;
/** Devices of the first batch: each has its set at first. */
const firstBatch = 2;
/** Devices that keep their own value. */
const clamping = new Set([1, 4]);
/** Of which a set was made since the draft. */
const moved = 2;
const expected = ['passed', 'failed', 'skipped', 'passed', 'failed', 'passed', null, null];

let program = '';
let planId = '';
let cancelled = '';
let postgres: TestPostgres | undefined;
/** The same on PostgreSQL: each cell has a copy of it. */
let prepared = '';
let preparedPlan = '';

async function idsOf(storage: Storage): Promise<number[]> {
  const rows = await storage.db
    .selectFrom('rtus')
    .select(['id', 'sn'])
    .where(
      'sn',
      'in',
      rtus.map(({ sn }) => sn),
    )
    .execute();
  return rtus.map(({ sn }) => rows.find((row) => row.sn === sn)?.id ?? 0);
}

async function approve(storage: Storage, store: OrderStore, id: string): Promise<void> {
  const confirmation = `confirmation of ${id}`;
  await storage.write((db) =>
    db
      .insertInto('confirmations')
      .values({
        token_hash: createHash('sha256').update(confirmation).digest('hex'),
        user_id: 1,
        body_hash: bodyHash({ planId: id, revision: 1, reason: '' }),
        expires_at: Date.now() + 60_000,
      })
      .execute(),
  );
  await approvePlan(store, by, id, { revision: 1, reason: '', confirmation }, () => null);
}

/** A site with a plan that is approved; `isCancelled`: its rest was cancelled while it waited. Answers its id. */
async function prepare(storage: Storage, isCancelled: boolean): Promise<string> {
  const store = new OrderStore(storage);
  await writeSite(storage, fleet, secret);
  await createUser(storage, {
    accountName: 'maintainer',
    password: 'slope-of-the-test',
    companyId: null,
    roleId: 1,
    language: 'en',
  });
  const ids = await idsOf(storage);
  const id = await createPlan(store, by, {
    title: 'Crash',
    surface: 'script',
    rollout: { ...base, batches: [firstBatch], stopAt: { failed: 2, of: 10 } },
    items: ids.flatMap((rtuId) => [
      setOf(rtuId),
      {
        type: 'send' as const,
        target: { rtuId, slot: null },
        action: 'readAll',
        args: {},
        after: 'verified' as const,
      },
    ]),
  });
  const rtu_id = ids[moved] ?? 0;
  await storage.write(async (db) => {
    await db
      .insertInto('parameter_versions')
      .values({ rtu_id, slot: -1, group_id: 'rtu', version: 1 })
      .execute();
    await db
      .insertInto('orders')
      .values(setByAnother(rtu_id, { lowBattery: 10.5 }, Date.now()))
      .execute();
  });
  await approve(storage, store, id);
  if (isCancelled) await cancelRest(store, by, id);
  return id;
}

beforeAll(async () => {
  const fresh = await openStorage({ dataDir: join(root, 'fresh') });
  planId = await prepare(fresh, false);
  await fresh.close();
  program = await bundleHost(cache, new URL('../../support/plans/rollout-process.ts', import.meta.url));
  // A rollout whose first batch is queued when the rest is cancelled, made by a server that no device connects to.
  cpSync(join(root, 'fresh'), join(root, 'cancelled'), { recursive: true });
  const child = await start(join(root, 'cancelled'), 0, planId, '', 1);
  await new Promise<void>((resolve) =>
    child.process.on('message', ({ ordered = 0 }: { readonly ordered?: number }) => {
      if (ordered >= firstBatch) resolve();
    }),
  );
  child.process.disconnect();
  await child.death;
  const storage = await openStorage({ dataDir: join(root, 'cancelled') });
  await cancelRest(new OrderStore(storage), by, planId);
  cancelled = planId;
  await storage.close();
  if (!long) return;
  postgres = await startPostgres();
  prepared = await postgres.database();
  const there = await openStorage({ dataDir: join(root, 'fresh'), databaseUrl: prepared });
  preparedPlan = await prepare(there, false);
  await there.close();
}, 300_000);
afterAll(async () => {
  await postgres?.stop();
  rmSync(root, { recursive: true, force: true });
  rmSync(cache, { recursive: true, force: true });
});

interface Child {
  readonly process: ChildProcess;
  readonly port: number;
  readonly death: Promise<'dead'>;
  readonly over: Promise<'over'>;
}
async function start(
  dataDir: string,
  port: number,
  plan: string,
  point: string,
  nth: number,
  url = '',
): Promise<Child> {
  const child = fork(program, [dataDir, String(port), plan, point, String(nth), url], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const death = new Promise<'dead'>((resolve) => child.once('exit', () => resolve('dead')));
  let is: (over: 'over') => void = () => {};
  const over = new Promise<'over'>((resolve) => {
    is = resolve;
  });
  const taken = await new Promise<number>((resolve) => {
    child.on('message', (message: { readonly port?: number; readonly over?: boolean }) => {
      if (message.port !== undefined) resolve(message.port);
      if (message.over === true) is('over');
    });
    void death.then(() => resolve(0));
  });
  return { process: child, port: taken, death, over };
}

interface Lived {
  readonly died: boolean;
  readonly storage: Storage;
  readonly devices: readonly Device[];
  close(): Promise<void>;
}
/** Lives until the plan has ended; the server dies once on the way. */
async function life(from: string, plan: string, point: string, nth: number, url = ''): Promise<Lived> {
  const dataDir = mkdtempSync(join(root, 'life-'));
  cpSync(join(root, from), dataDir, { recursive: true });
  const port = await freePort();
  let child = await start(dataDir, port, plan, point, nth, url);
  let died = false;
  if (child.port === 0) {
    died = true;
    child = await start(dataDir, port, plan, '', 1, url);
  }
  const devices = rtus.map(
    (rtu, index) =>
      new Device(rtu, {
        url: `mqtt://127.0.0.1:${port}`,
        password: secret(rtu.sn),
        retry: 150,
        ...(clamping.has(index)
          ? { takes: (name, value) => (name === 'rtu/lowBattery' ? 11.5 : value) }
          : {}),
      }),
  );
  for (const device of devices) void keepConnected(device);
  while ((await Promise.race([child.death, child.over])) === 'dead') {
    died = true;
    child = await start(dataDir, port, plan, '', 1, url);
  }
  for (const device of devices) await device.stop();
  child.process.disconnect();
  await child.death;
  const storage = await openStorage({ dataDir, ...(url === '' ? {} : { databaseUrl: url }) });
  return {
    died,
    storage,
    devices,
    async close() {
      await storage.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const stopped = new WeakSet<Device>();
async function keepConnected(device: Device): Promise<void> {
  const stop = device.stop.bind(device);
  device.stop = async () => {
    stopped.add(device);
    await stop();
  };
  while (!stopped.has(device)) {
    if (!device.connected) await device.connect().catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const goes = [...planFaultPoints, 'create:inside', 'create:committed'].filter(
  (point) => !point.startsWith('planTakeBack'),
);
const sample = [
  'planBegin:committed',
  'create:committed',
  'planDevice:inside',
  'planStop:committed',
  'planBatch:done',
];
const dialects = long ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);
/** How often a point is passed: the plan stops once, after two batches more than the first, and skips two items. */
const passes = (point: string) => {
  if (point.startsWith('planStop') || point.startsWith('planFinish')) return 1;
  return point.startsWith('planBatch') || point.startsWith('planSkip') ? 2 : 3;
};
const times = (point: string) => Array.from({ length: long ? passes(point) : 1 }, (_, at) => at + 1);
const cells = dialects.flatMap((dialect) =>
  (long ? goes : sample).flatMap((point) => times(point).map((nth) => [dialect, point, nth] as const)),
);

describe.concurrent('killed in the middle of a rollout', () => {
  test.for(cells)('on %s at %s, time %d', { timeout: 120_000 }, async ([dialect, point, nth], { expect }) => {
    let url = '';
    let plan = planId;
    if (dialect === 'postgres') {
      url = (await postgres?.database(prepared)) ?? '';
      plan = preparedPlan;
    }
    const { died, storage, devices, close } = await life('fresh', plan, point, nth, url);
    const ids = await idsOf(storage);
    const of = (rtuId: number) => ids.indexOf(rtuId);
    const rows = await storage.db
      .selectFrom('plan_devices')
      .select(['rtu_id', 'outcome', 'ended_no'])
      .where('plan_id', '=', plan)
      .execute();
    const outcomes = ids.map((id) => rows.find((row) => row.rtu_id === id)?.outcome ?? null);
    const orders = await storage.db
      .selectFrom('orders')
      .select(['rtu_id', 'name', 'state'])
      .where('plan_id', 'is not', null)
      .execute();
    const row = await storage.db.selectFrom('plans').selectAll().where('id', '=', plan).executeTakeFirst();
    const made = orders.map(({ rtu_id: rtu, name }) => `${of(rtu)} ${name}`).sort();
    await close();
    expect(outcomes).toEqual(expected);
    expect(row?.state).toBe('stopped');
    expect(rows.flatMap(({ ended_no: no }) => no ?? []).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(made).toEqual([
      '0 readAll',
      '0 rtu',
      '1 rtu',
      '3 readAll',
      '3 rtu',
      '4 rtu',
      '5 readAll',
      '5 rtu',
    ]);
    expect(orders.every(({ state }) => state === 'succeeded')).toBe(true);
    // Each device has seen as many orders as were made for it.
    expect(devices.map((device) => Number(device.memory.highWater))).toEqual([2, 1, 0, 2, 1, 2, 0, 0]);
    expect([point, died]).toEqual([point, true]);
  });

  test.for(
    long ? ['planTakeBack:inside', 'planTakeBack:committed', 'planFinish:inside'] : ['planTakeBack:inside'],
  )('at %s, while the rest is taken back', { timeout: 120_000 }, async (point, { expect }) => {
    const { died, storage, devices, close } = await life('cancelled', cancelled, point, 1);
    const orders = await storage.db
      .selectFrom('orders')
      .select(['state'])
      .where('plan_id', 'is not', null)
      .execute();
    const row = await storage.db
      .selectFrom('plans')
      .selectAll()
      .where('id', '=', cancelled)
      .executeTakeFirst();
    await close();
    expect(row?.state).toBe('cancelled');
    expect(orders.map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
    expect(devices.map((device) => Number(device.memory.highWater))).toEqual(Array(8).fill(0));
    expect(died).toBe(true);
  });
});
