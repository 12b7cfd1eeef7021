/** Two whole servers over one PostgreSQL: what one hears and does, the other shows and knows (C2, C3, C5). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSources, writeSite } from '../../../src/main/demo/demo-site.ts';
import { createUser } from '../../../src/server/accounts/users.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import type { SimulatedRtu } from '../../../src/simulator/rtu.ts';
import { type RunningFleet, startFleet } from '../../../src/simulator/run.ts';
import { openStream, until } from '../../support/live-stream.ts';
import { type OwnServer, startOwn } from '../../support/own-server.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

const password = (sn: string) => `secret-${sn}`;
const person = { accountName: 'maintainer', password: 'slope-watch-1' };
let postgres: TestPostgres;
let storage: Storage;
let rtu: SimulatedRtu;
let rtuId: number;
let sensorId: number;
const folders: string[] = [];
const servers: OwnServer[] = [];
let fleet: RunningFleet | null = null;

async function start(databaseUrl: string): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'two-servers-'));
  folders.push(folder);
  const server = await startOwn(folder, {
    ...{ DATABASE_URL: databaseUrl, SERVER_KEY: 'a-key-that-both-servers-of-the-test-share' },
  });
  servers.push(server);
  return server;
}

const [A, B] = [0, 1].map((at) => () => servers[at] as OwnServer) as [() => OwnServer, () => OwnServer];

beforeAll(async () => {
  postgres = await startPostgres();
  const databaseUrl = await postgres.database();
  storage = await openStorage({ dataDir: '/nonexistent', databaseUrl });
  const plan = planFleet({ seed: 7, anchor: Math.floor(Date.now() / 60_000) * 60_000, stations: 1 });
  await writeSite(storage, plan, password);
  await createUser(storage, { ...person, companyId: null, roleId: 1, language: 'en' });
  const [first] = plan.projects.flatMap(({ stations }) => stations.map((station) => station.rtu));
  if (first === undefined) throw new Error('no RTU');
  const temper = { awake: true, pace: 1, silentSince: null, breaks: 0 };
  rtu = { ...first, fast: null, sendCycle: 1, collectionCycle: 1, temper };
  sensorId = (await readSources(storage))(rtu.sn, rtu.sensors[0]?.slot ?? 0);
  const row = await storage.db
    .selectFrom('rtus')
    .select('id')
    .where('sn', '=', rtu.sn)
    .executeTakeFirstOrThrow();
  rtuId = row.id;
  await start(databaseUrl);
  await start(databaseUrl);
}, 180_000);

afterAll(async () => {
  await fleet?.stop();
  for (const server of servers) await server.running.stop();
  await storage?.close();
  await postgres?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const connectTo = (server: OwnServer) => {
  fleet = startFleet([rtu], {
    url: `mqtt://127.0.0.1:${server.running.mqttPort}`,
    ...{ password, within: 100, retry: 300, linger: 100 },
  });
};
const login = async (server: OwnServer): Promise<string> => {
  const { data } = (await server.ask('/login', { body: person })) as unknown as {
    data: { loginToken: string };
  };
  return data.loginToken;
};

test('what an RTU brings to one server is on the console of the other within two seconds, and so is its link', async () => {
  const token = await login(B());
  const stream = await openStream({ address: B().running.address } as never, token);
  await until(() => stream.events.some(({ type }) => type === 'hello'));
  connectTo(A());
  const readings = () =>
    stream.events.flatMap(({ type, data }) =>
      type === 'readings'
        ? (JSON.parse(data) as { readings: { sourceId: number; row: string; t: number }[] }).readings
        : [],
    );
  await until(() => readings().some(({ sourceId, row }) => sourceId === sensorId && row !== 'status'));
  // Each reading that is stored comes once, and within two seconds of its receipt at the other server.
  const until1 = Date.now() + 4000;
  await until(() => Date.now() > until1);
  const own = readings().filter(({ sourceId, row }) => sourceId === sensorId && row !== 'status');
  const keys = own.map(({ row, t }) => `${row}/${t}`);
  expect(new Set(keys).size).toBe(keys.length);
  const stored = await storage.readings.rows({
    ...{ row: own[0]?.row as never, sourceId: sensorId, element: 0 },
    ...{ from: own[0]?.t ?? 0, to: Date.now() - 2000, limit: 1000 },
  });
  expect(stored.rows.length).toBeGreaterThan(1);
  expect(stored.rows.filter(({ t }) => !own.some((reading) => reading.t === t))).toEqual([]);

  await expect.poll(() => B().running.gateway.link(rtuId)?.connected, { timeout: 5000 }).toBe(true);
  await expect.poll(() => B().running.gateway.link(rtuId)?.quality).toBe('GOOD');
  const [here, there] = [A(), B()].map(({ running }) => running.gateway.link(rtuId));
  expect(Math.abs((here?.lastContactAt ?? 0) - (there?.lastContactAt ?? 0))).toBeLessThan(3000);
  stream.close();
});

test('what is ordered at one server goes out at the other, which has the RTU', async () => {
  const token = await login(B());
  const { data } = (await B().ask('/rest/orders', {
    token,
    body: {
      key: 'order-of-server-b',
      target: { rtuId, slot: null },
      content: { type: 'action', action: 'reportNow', args: {} },
      reason: 'of the test',
      surface: 'button',
    },
  })) as unknown as { data: { order: { id: string } } };
  expect(data?.order?.id).toBeTypeOf('string');
  const stateOf = async () =>
    (await storage.db.selectFrom('orders').select('state').where('id', '=', data.order.id).executeTakeFirst())
      ?.state;
  await expect.poll(stateOf, { timeout: 15_000 }).toBe('succeeded');
  const attempts = await storage.db
    .selectFrom('order_attempts')
    .selectAll()
    .where('order_id', '=', data.order.id)
    .execute();
  expect(attempts).toHaveLength(1);
});

test('an RTU that connects to the other server is that one’s, and the first one closes what it still had of it', async () => {
  const before = fleet;
  // The first connection stays open, as a network that failed leaves it.
  connectTo(B());
  await expect
    .poll(
      async () =>
        (
          await storage.db
            .selectFrom('leases')
            .select('holder')
            .where('name', '=', `rtu:${rtuId}`)
            .executeTakeFirst()
        )?.holder,
      { timeout: 10_000 },
    )
    .toBe(B().running.storage.shared?.processId);
  await before?.stop();
  await expect.poll(() => A().running.gateway.load.connections, { timeout: 5000 }).toBe(0);
  await expect.poll(() => A().running.gateway.link(rtuId)?.connected, { timeout: 5000 }).toBe(true);
});

test('work that one process does is done by one; the other takes it over when the first one ends', async () => {
  const holders = async () =>
    Object.fromEntries(
      (await storage.db.selectFrom('leases').select(['name', 'holder']).execute())
        .filter(({ name }) => !name.startsWith('rtu:'))
        .map(({ name, holder }) => [name, holder]),
    );
  const first = A().running.storage.shared?.processId ?? '';
  const second = B().running.storage.shared?.processId ?? '';
  const names = ['alarms', 'plans', 'schedules', 'scripts', 'upkeep'];
  expect(await holders()).toEqual(Object.fromEntries(names.map((name) => [name, first])));
  const began = Date.now();
  await A().running.stop();
  servers.splice(0, 1);
  await expect
    .poll(holders, { timeout: 10_000 })
    .toEqual(Object.fromEntries(names.map((name) => [name, second])));
  // It gave up what it had: nobody waited until it was dead.
  expect(Date.now() - began).toBeLessThan(8000);
  const rows = await storage.db.selectFrom('processes').select('id').execute();
  expect(rows).toEqual([{ id: second }]);
});
