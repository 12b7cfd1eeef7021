/** S68, a full disk: what cannot be kept is refused and said; what was accepted is stored when there is room. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { prepareFleet } from '../../support/fleet/fast-fleet.ts';
import { startOwn } from '../../support/own-server.ts';
import { startReporter } from '../../support/reporter.ts';
import { until } from '../../support/security/world.ts';
import { type SmallDisk, smallDisk } from '../../support/small-disk.ts';
import { account, signIn, writeSmallSite } from '../../support/small-site.ts';

let disk: SmallDisk;
const open = (): Promise<Storage> => openStorage({ dataDir: disk.folder, maxBytes: disk.maxBytes });
beforeEach(() => {
  disk = smallDisk();
});
afterEach(() => disk.remove());

it('S68 it is said, reading goes on, and nothing that was accepted is lost', async () => {
  const storage = await open();
  const passwords = await writeSmallSite(storage, 1);
  const server = await startOwn(disk.folder, {}, storage);
  const token = await signIn(server.running.address);
  const reporter = await startReporter(server.running.mqttPort ?? 0, 'GW1', passwords.get('GW1') ?? '');
  const t0 = Date.UTC(2026, 0, 1);
  const report = async (from: number, to: number) => {
    for (let index = from; index < to; index++) await reporter.report(t0 + index * 1007);
  };
  await report(0, 100);
  expect(await server.ready()).toEqual([200, []]);

  disk.fill();
  const meanwhile = Promise.all(
    Array.from({ length: 1900 }, (_, index) => reporter.report(t0 + (100 + index) * 1007)),
  );
  await until(async () => (await server.ready())[0] === 503);
  expect(await server.ready()).toEqual([503, ['storage-full']]);
  expect((await fetch(`${server.running.address}/health`)).status).toBe(200);
  // What is left of a page may still take a session or two.
  await until(async () => (await server.ask('/login', { body: account })).http !== 200);
  expect(await server.ask('/login', { body: account })).toMatchObject({
    http: 503,
    status: 503,
    messageId: 'api.storage',
    msg: expect.stringContaining('full'),
  });
  expect(await server.ask('/rest/stations', { token })).toMatchObject({ http: 200, status: 200 });
  await until(async () => (await server.metric('ingest_stalled')) === 1);
  expect(server.log()).toMatch(/"reasons":\["storage-full"\],"msg":"not ready"/);
  expect(server.log()).toMatch(/"fault":"full".*"msg":"readings wait for storage"/);

  // R6: what is not stored is not acknowledged.
  expect(reporter.accepted.length).toBeLessThan(2000);
  disk.free();
  await until(async () => (await server.ready())[0] === 200);
  await signIn(server.running.address);
  await meanwhile;
  await server.running.gateway.settled();
  expect(server.log()).toMatch(/"msg":"ready again"/);
  const { rows } = await storage.readings.rows({
    row: 'tilt',
    sourceId: 1,
    element: 0,
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
    limit: 10_000,
  });
  expect(rows.map(({ t }) => t).sort()).toEqual([...reporter.accepted].sort());
  expect(rows).toHaveLength(2000);
  reporter.node.client.end(true);
  await server.running.stop();
});

it('S68 stopped while the disk is full, and started again when there is room: the devices’ data are all there', async () => {
  const prepared = await open();
  const fleet = await prepareFleet(prepared);
  let server = await startOwn(disk.folder, {}, prepared);
  const port = String(server.running.mqttPort);
  fleet.start(`mqtt://127.0.0.1:${port}`);
  await until(async () => (await server.metric('readings_stored_total')) > 20);
  disk.fill();
  await until(async () => (await server.metric('ingest_stalled')) === 1);
  const collected = fleet.collected.size;
  await until(() => fleet.collected.size > collected + 6);
  await server.running.stop();
  expect(server.log()).toMatch(/"msg":"readings were not stored before the stop"/);

  disk.free();
  const storage = await open();
  server = await startOwn(disk.folder, { MQTT_PORT: port }, storage);
  await until(async () => (await server.metric('readings_stored_total')) > 20);
  await fleet.finish();
  await server.running.gateway.settled();
  expect(await fleet.missing(storage)).toEqual([]);
  await server.running.stop();
});
