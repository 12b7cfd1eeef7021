/** Nothing that devices collected is lost or doubled, however often the server is killed under ingest. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSources, writeSite } from '../../src/main/demo/demo-site.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import { planFleet } from '../../src/simulator/fleet/index.ts';
import type { SimulatedRtu } from '../../src/simulator/rtu.ts';
import { startFleet } from '../../src/simulator/run.ts';
import { freePort } from '../support/free-port.ts';
import { Oracle } from '../support/oracle.ts';
import { programOf } from '../support/process.ts';

const long = process.env['LONG'] === '1';
/** The long run takes more than ten minutes. */
const kills = long ? 160 : 5;
/** Rows that are collected while the server is killed and started, or the test says little. */
const least = 1000;
const dataDir = mkdtempSync(join(tmpdir(), 'kill-'));
let server: ChildProcess | null = null;

afterAll(() => {
  server?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Starts the server's process and waits until devices may come. */
async function start(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, programOf('server'), {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', MQTT_PORT: String(port), LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((done, fail) => {
    child.once('exit', (status) => fail(new Error(`the server ended with ${status}`)));
    child.stdout?.once('data', () => done());
  });
  child.removeAllListeners('exit');
  return child;
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null) throw new Error(`the server ended by itself with ${child.exitCode}`);
  const ended = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  await ended;
}

test(
  `after ${kills} SIGKILLs under ingest the database equals what the devices collected`,
  async () => {
    const fleet = planFleet({ seed: 7, anchor: Math.floor(Date.now() / 60_000) * 60_000, stations: 10 });
    const password = (sn: string) => `secret-${sn}`;
    const prepared = await openStorage({ dataDir });
    await writeSite(prepared, fleet, password);
    const sourceOf = await readSources(prepared);
    await prepared.close();

    // Two collections a second; every other RTU sleeps between its reports.
    const rtus = fleet.projects
      .flatMap(({ stations }) => stations)
      .map(({ rtu }, index): SimulatedRtu => {
        const temper = { awake: index % 2 === 0, pace: 1, silentSince: null, breaks: index === 3 ? 0.3 : 0 };
        return { ...rtu, fast: null, sendCycle: 1 + (index % 3), collectionCycle: 0.5, temper };
      });
    const oracle = new Oracle();
    const port = await freePort();
    server = await start(port);
    const fleets = rtus.map((rtu) =>
      startFleet([rtu], {
        url: `mqtt://127.0.0.1:${port}`,
        password,
        within: 500,
        linger: 200,
        retry: 300,
        collected: (slot, samples) => oracle.collected(sourceOf(rtu.sn, slot), samples),
      }),
    );
    for (let kill = 0; kill < kills; kill++) {
      await pause(700 + ((kill * 733) % 1500));
      await end(server, 'SIGKILL');
      await pause((kill * 411) % 600);
      server = await start(port);
    }
    for (let waited = 0; waited < 1500 || oracle.size <= least; waited += 100) await pause(100);
    // The last word: what is left in the devices goes out, and the server ends in order.
    const devices = fleets.flatMap((running) => running.devices);
    await Promise.all(fleets.map((running) => running.stop()));
    for (const device of devices) {
      await device.connect();
      await device.transmit();
      await device.stop();
      expect(device.store.unsent()).toEqual([]);
    }
    await end(server, 'SIGTERM');
    server = null;

    const storage = await openStorage({ dataDir });
    const verdict = await oracle.compare(storage);
    await storage.close();
    expect(verdict).toEqual({ lost: [], foreign: [], doubled: [], different: [] });
    expect(oracle.size).toBeGreaterThan(least);
  },
  long ? 1_500_000 : 300_000,
);
