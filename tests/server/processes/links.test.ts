/** Links of RTUs that no lease speaks of: behind an external broker, and of drivers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSite } from '../../../src/main/demo/demo-site.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import { startFleet } from '../../../src/simulator/run.ts';
import { type Mosquitto, startMosquitto } from '../../support/mosquitto.ts';
import { type OwnServer, startOwn } from '../../support/own-server.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

const users = { host: 'host-secret', devices: 'devices-secret' };
let postgres: TestPostgres;
let mosquitto: Mosquitto;
const folder = mkdtempSync(join(tmpdir(), 'links-'));
const servers: OwnServer[] = [];
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
  mosquitto = await startMosquitto(users);
}, 120_000);
afterAll(async () => {
  for (const end of ends.splice(0)) await end();
  for (const { running } of servers) await running.stop();
  await mosquitto?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function prepare() {
  const databaseUrl = await postgres.database();
  const storage = await openStorage({ dataDir: folder, databaseUrl });
  const plan = planFleet({ seed: 7, anchor: Math.floor(Date.now() / 60_000) * 60_000, stations: 1 });
  await writeSite(storage, plan, (sn) => `secret-${sn}`);
  const [rtu] = plan.projects.flatMap(({ stations }) => stations.map((station) => station.rtu));
  if (rtu === undefined) throw new Error('no RTU');
  const { id } = await storage.db.selectFrom('rtus').select('id').executeTakeFirstOrThrow();
  await storage.close();
  const temper = { awake: true, pace: 1, silentSince: null, breaks: 0 };
  return { databaseUrl, id, rtu: { ...rtu, fast: null, sendCycle: 1, collectionCycle: 1, temper } };
}
const start = async (environment: Readonly<Record<string, string>>) => {
  const server = await startOwn(folder, {
    SERVER_KEY: 'a-key-that-both-servers-of-the-test-share',
    ...environment,
  });
  servers.push(server);
  return server.running;
};
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

test('behind an external broker the host that leads keeps what it heard, whoever comes and goes', async () => {
  const { databaseUrl, id, rtu } = await prepare();
  const url = (user: keyof typeof users) => `mqtt://${user}:${users[user]}@127.0.0.1:${mosquitto.port}`;
  const environment = { DATABASE_URL: databaseUrl, MQTT_URL: url('host') };
  const first = await start(environment);
  await expect.poll(() => first.gateway.phase, { timeout: 15_000 }).toBe('online');
  const fleet = startFleet([rtu], { url: url('devices'), password: () => '', within: 100, retry: 300 });
  ends.push(() => fleet.stop());
  await expect.poll(() => first.gateway.link(id)?.connected, { timeout: 15_000 }).toBe(true);
  const second = await start(environment);
  await expect.poll(() => second.gateway.phase, { timeout: 15_000 }).toBe('standby');
  await pause(2500);
  expect(first.gateway.link(id)?.connected).toBe(true);
  // The one that stands by shows when the RTU was heard, and does not say that it is gone.
  await expect
    .poll(() => Date.now() - (second.gateway.link(id)?.lastContactAt ?? 0), { timeout: 10_000 })
    .toBeLessThan(5000);
  expect(second.gateway.link(id)?.connected).not.toBe(false);
});

test('a station of a driver stays connected at the process that has it', async () => {
  const { databaseUrl, id, rtu } = await prepare();
  const first = await start({ DATABASE_URL: databaseUrl });
  expect(await first.gateway.drivers.foreignKnown(rtu.sn, '127.0.0.1', 'P01')).toBe(true);
  first.gateway.drivers.foreignHeard(rtu.sn, [], Date.now());
  expect(first.gateway.link(id)?.connected).toBe(true);
  await start({ DATABASE_URL: databaseUrl });
  await pause(2500);
  expect(first.gateway.link(id)?.connected).toBe(true);
  first.gateway.drivers.foreignLeft(rtu.sn);
  expect(first.gateway.link(id)?.connected).toBe(false);
});
