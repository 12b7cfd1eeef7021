/** PostgreSQL is restarted twice under ingest, once killed: said while it is down, nothing lost or doubled. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStorage } from '../../../src/server/storage/open.ts';
import { type OwnServer, startOwn } from '../../support/own-server.ts';
import { type OwnPostgres, startOwnPostgres } from '../../support/postgres.ts';
import { type Reporter, reportOn, startReporter } from '../../support/reporter.ts';
import { account, signIn, writeSmallSite } from '../../support/small-site.ts';
import { until } from '../gateway/gateway-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'restart-'));
const t0 = Date.UTC(2026, 0, 1);
let cluster: OwnPostgres;
let database: string;
let server: OwnServer;
let reporter: Reporter;
let token: string;

beforeAll(async () => {
  cluster = await startOwnPostgres();
  database = await cluster.database();
  const storage = await openStorage({ dataDir: folder, databaseUrl: database });
  const passwords = await writeSmallSite(storage, 1);
  await storage.close();
  server = await startOwn(folder, { DATABASE_URL: database });
  token = await signIn(server.running.address);
  reporter = await startReporter(server.running.mqttPort ?? 0, 'GW1', passwords.get('GW1') ?? '');
});
afterAll(async () => {
  reporter.node.client.end(true);
  await server.running.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

const isReady = async () => (await server.ready())[0] === 200;
const more = async (count: number) => {
  const enough = reporter.accepted.length + count;
  await until(() => reporter.accepted.length >= enough);
};

it.each(['fast', 'kill'] as const)('S68 a restart of PostgreSQL (%s) under ingest', async (how) => {
  const finish = reportOn(reporter, t0);
  await more(200);
  expect(await isReady()).toBe(true);
  await cluster.restart(how, async () => {
    await until(async () => (await server.ready())[0] === 503);
    expect(await server.ready()).toEqual([503, ['storage-unreachable']]);
    expect(await server.ask('/rest/stations', { token })).toMatchObject({
      http: 503,
      messageId: 'api.storage',
    });
    expect(await server.ask('/login', { body: account })).toMatchObject({
      http: 503,
      messageId: 'api.storage',
    });
    expect((await fetch(`${server.running.address}/health`)).status).toBe(200);
    await until(async () => (await server.metric('ingest_stalled')) === 1);
    // R6: what is not stored is not acknowledged.
    const acknowledged = reporter.accepted.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(reporter.accepted).toHaveLength(acknowledged);
  });
  await until(isReady);
  await more(200);
  await finish();
  await server.running.gateway.settled();
  expect(await server.metric('ingest_stalled')).toBe(0);
  expect(await server.ask('/rest/stations', { token })).toMatchObject({ http: 200, status: 200 });
  await signIn(server.running.address);

  const reported = [...new Set(reporter.accepted)].sort((a, b) => a - b);
  const direct = new pg.Client({ connectionString: database });
  await direct.connect();
  const { rows } = await direct.query<{ t: string; x: number }>('SELECT t, x FROM reading_tilt ORDER BY t');
  await direct.end();
  expect(rows.map(({ t, x }) => [Number(t), x])).toEqual(reported.map((t) => [t, (t % 1000) / 1000]));
  const [overview] = await server.running.storage.readings.overview('tilt', [1]);
  expect(overview).toMatchObject({ count: reported.length, firstAt: t0, lastAt: reported.at(-1) });
});
