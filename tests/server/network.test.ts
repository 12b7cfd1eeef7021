/** A network between devices and broker that is cut and goes silent: nothing collected is lost or doubled. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startServer } from '../../src/main/compose.ts';
import { readSources, writeSite } from '../../src/main/demo/demo-site.ts';
import { readSettings } from '../../src/main/settings.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import { planFleet } from '../../src/simulator/fleet/index.ts';
import type { SimulatedRtu } from '../../src/simulator/rtu.ts';
import { startFleet } from '../../src/simulator/run.ts';
import { Oracle } from '../support/oracle.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

it('after cuts and silences of the network the database equals what the devices collected', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'groundwatch-network-'));
  const fleet = planFleet({ seed: 11, anchor: Math.floor(Date.now() / 60_000) * 60_000, stations: 6 });
  const password = (sn: string) => `secret-${sn}`;
  const storage = await openStorage({ dataDir: folder });
  await writeSite(storage, fleet, password);
  const sourceOf = await readSources(storage);
  const environment = { PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' };
  const running = await startServer(readSettings(environment), { storage });
  const proxy = await startTcpProxy(running.mqttPort ?? 0);
  const oracle = new Oracle();
  const rtus = fleet.projects
    .flatMap(({ stations }) => stations)
    .map(({ rtu }, index): SimulatedRtu => {
      const temper = { awake: index % 2 === 0, pace: 1, silentSince: null, breaks: 0 };
      return { ...rtu, fast: null, sendCycle: 1 + (index % 3), collectionCycle: 0.5, temper };
    });
  const fleets = rtus.map((rtu) =>
    startFleet([rtu], {
      url: `mqtt://127.0.0.1:${proxy.port}`,
      password,
      within: 500,
      linger: 200,
      retry: 300,
      collected: (slot, samples) => oracle.collected(sourceOf(rtu.sn, slot), samples),
    }),
  );
  try {
    for (let fault = 0; fault < 6; fault++) {
      await pause(1000);
      if (fault % 2 === 0) proxy.cut();
      else {
        proxy.hold();
        await pause(900);
        proxy.cut();
      }
      await pause(300);
      proxy.mend();
    }
    await pause(1500);
    const devices = fleets.flatMap((one) => one.devices);
    await Promise.all(fleets.map((one) => one.stop()));
    for (const device of devices) {
      await device.connect();
      await device.transmit();
      await device.stop();
      expect(device.store.unsent()).toEqual([]);
    }
    await running.gateway.settled();
    expect(await oracle.compare(storage)).toEqual({ lost: [], foreign: [], doubled: [], different: [] });
    expect(oracle.size).toBeGreaterThan(200);
  } finally {
    await proxy.stop();
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);
