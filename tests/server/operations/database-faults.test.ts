/** S68, a database that only reads, and one that is not there: it fails closed, says so, and goes on by itself. */
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStorage } from '../../../src/server/storage/open.ts';
import { type OwnServer, startOwn } from '../../support/own-server.ts';
import { type OwnPostgres, startOwnPostgres } from '../../support/postgres.ts';
import { type Reporter, startReporter } from '../../support/reporter.ts';
import { account, signIn, writeSmallSite } from '../../support/small-site.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { until } from '../gateway/gateway-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'faults-'));
const t0 = Date.UTC(2026, 0, 1);
let cluster: OwnPostgres;
let proxy: TcpProxy;
let server: OwnServer;
let reporter: Reporter;
let direct: pg.Client;
let token: string;

beforeAll(async () => {
  cluster = await startOwnPostgres();
  const address = new URL(await cluster.database());
  direct = new pg.Client({ connectionString: address.href.replace(/[^/]+$/, 'postgres') });
  await direct.connect();
  proxy = await startTcpProxy(Number(address.port));
  address.port = String(proxy.port);
  const storage = await openStorage({ dataDir: folder, databaseUrl: address.href });
  const passwords = await writeSmallSite(storage, 1);
  await storage.close();
  server = await startOwn(folder, { DATABASE_URL: address.href });
  token = await signIn(server.running.address);
  reporter = await startReporter(server.running.mqttPort ?? 0, 'GW1', passwords.get('GW1') ?? '');
});
afterAll(async () => {
  reporter.node.client.end(true);
  await server.running.stop();
  await proxy.stop();
  await direct.end();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

let reported = 0;
/** Reports `count` readings at once; resolves when all of them are acknowledged, which is after their commit. */
const report = async (count: number) => {
  const times = Array.from({ length: count }, (_, index) => t0 + (reported + index) * 1007);
  reported += count;
  await Promise.all(times.map((t) => reporter.report(t)));
};
const isReady = async () => (await server.ready())[0] === 200;
async function expectAll(): Promise<void> {
  await server.running.gateway.settled();
  const query = { row: 'tilt', sourceId: 1, element: 0, from: 0, to: Number.MAX_SAFE_INTEGER } as const;
  const { rows } = await server.running.storage.readings.rows({ ...query, limit: 10_000 });
  expect(rows.map(({ t }) => t).sort()).toEqual([...reporter.accepted].sort());
}
async function setReadOnly(state: 'on' | 'off'): Promise<void> {
  await direct.query(`ALTER DATABASE test1 SET default_transaction_read_only = ${state}`);
  await cutAll();
}
async function cutAll(): Promise<void> {
  await direct.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'test1'");
}

it('S68 read-only', async () => {
  await report(50);
  expect(await isReady()).toBe(true);
  await setReadOnly('on');
  const meanwhile = report(50);
  await until(async () => (await server.ready())[1].includes('storage-read-only'));
  expect(await server.ask('/login', { body: account })).toMatchObject({
    http: 503,
    messageId: 'api.storage',
    msg: expect.stringContaining('read-only'),
  });
  expect(await server.ask('/rest/stations', { token })).toMatchObject({ http: 200, status: 200 });
  expect(server.log()).toMatch(/"reasons":\["storage-read-only"\],"msg":"not ready"/);
  // R6: what is not stored is not acknowledged.
  expect(reporter.accepted).toHaveLength(50);
  await setReadOnly('off');
  await until(isReady);
  await meanwhile;
  await signIn(server.running.address);
  await expectAll();
});

it('S68 cut within a transaction', async () => {
  const { storage } = server.running;
  const cut = storage.write(async (db) => {
    await db.selectFrom('users').select('id').execute();
    await cutAll();
    // Time for the news to arrive between two statements.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await db.selectFrom('users').select('id').execute();
  });
  await expect(cut).rejects.toMatchObject({ name: 'StorageProblem', fault: 'unreachable' });
  await until(isReady);
  await expectAll();
});

it('S68 not there', async () => {
  proxy.cut();
  const meanwhile = report(50);
  await until(async () => (await server.ready())[1].includes('storage-unreachable'));
  // The session cannot be checked: the request is refused with 503, not answered from a cache.
  expect(await server.ask('/rest/stations', { token })).toMatchObject({
    http: 503,
    messageId: 'api.storage',
  });
  expect(await server.ask('/login', { body: account })).toMatchObject({
    http: 503,
    messageId: 'api.storage',
  });
  expect((await fetch(`${server.running.address}/health`)).status).toBe(200);
  expect(await server.metric('ingest_stalled')).toBe(1);
  expect(reporter.accepted).toHaveLength(100);
  proxy.mend();
  await until(isReady);
  await meanwhile;
  await expectAll();
  expect(reporter.accepted).toHaveLength(150);
});

it('S68 an embedded database that cannot be written is refused at the start, by name', async () => {
  const dataDir = join(folder, 'embedded');
  await (await openStorage({ dataDir: join(folder, 'whole') })).close();
  const path = join(dataDir, 'groundwatch.db');
  mkdirSync(dataDir);
  const database = new DatabaseSync(join(folder, 'whole', 'groundwatch.db'));
  database.prepare('VACUUM INTO ?').run(path);
  database.close();
  // A write version above 2 makes a database read-only for every SQLite (its file format, 1.3.3), also for root.
  const handle = openSync(path, 'r+');
  writeSync(handle, Buffer.from([3]), 0, 1, 18);
  closeSync(handle);
  await expect(openStorage({ dataDir })).rejects.toMatchObject({
    name: 'StorageProblem',
    fault: 'read-only',
  });
});
