/** S68, a broker that is not there: it is said, and what devices collected meanwhile comes in afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStorage } from '../../../src/server/storage/open.ts';
import { prepareFleet } from '../../support/fleet/fast-fleet.ts';
import { startMosquitto } from '../../support/mosquitto.ts';
import { startOwn } from '../../support/own-server.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { until } from '../gateway/gateway-fixture.ts';

it('S68 an external broker that goes and comes back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'broker-'));
  const storage = await openStorage({ dataDir: folder });
  const fleet = await prepareFleet(storage, 2);
  const users = Object.fromEntries(fleet.serialNumbers.map((sn) => [sn, 'n']));
  const broker = await startMosquitto({ ...users, groundwatch: 'Vq3mZ8tW6xK1' });
  const proxy = await startTcpProxy(broker.port);
  const MQTT_URL = `mqtt://groundwatch:Vq3mZ8tW6xK1@127.0.0.1:${proxy.port}`;
  const server = await startOwn(folder, { MQTT_URL }, storage);
  await until(async () => (await server.ready())[0] === 200);
  fleet.start(`mqtt://127.0.0.1:${broker.port}`, () => 'n');
  await until(async () => (await server.metric('readings_stored_total')) > 20);

  proxy.cut();
  await until(async () => (await server.ready())[0] === 503);
  expect(await server.ready()).toEqual([503, ['broker-down']]);
  expect(server.log()).toMatch(/"reasons":\["broker-down"\],"msg":"not ready"/);
  expect([await server.metric('mqtt_online'), await server.metric('mqtt_connections')]).toEqual([0, 0]);
  const collected = fleet.collected.size;
  await until(() => fleet.collected.size > collected + 6);

  proxy.mend();
  await until(async () => (await server.ready())[0] === 200);
  await fleet.finish();
  await until(async () => (await fleet.missing(storage)).length === 0);
  expect(server.log()).not.toContain('Vq3mZ8tW6xK1');
  await server.running.stop();
  await proxy.stop();
  await broker.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('S68 an embedded broker whose port is taken: the server does not start without it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'broker-'));
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(startOwn(folder, { MQTT_PORT: String(port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await new Promise((resolve) => taken.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});
