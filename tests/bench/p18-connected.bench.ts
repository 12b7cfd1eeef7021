import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeSite } from '../../src/main/demo/demo-site.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import { planFleet } from '../../src/simulator/fleet/index.ts';
import { startApart } from './apart.ts';
import type { Bench } from './bench.ts';

/** A few more than are counted: not every simulated RTU is installed. */
const stations = 11_600;
const connected = 10_000;
/** Processes that the simulated RTUs are divided among. */
const parts = 2;
/** After the last one came, until memory is called steady, ms. */
const settle = 30_000;
/** How long it is watched, ms: an hour in the long form. */
const watched = process.env['LONG'] === undefined ? 120_000 : 3_600_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** P18: memory of the server with 10,000 RTUs connected, and whether it grows. */
export const bench: Bench = {
  id: 'P18',
  title: 'memory of the server with 10,000 RTUs connected',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'bench-connected-'));
    const anchor = Math.floor(Date.now() / 60_000) * 60_000;
    const storage = await openStorage({ dataDir: folder });
    await writeSite(storage, planFleet({ seed: 5, anchor, stations }), (sn) => `secret-of-${sn}`);
    await storage.close();
    const server = await startApart(folder);
    const program = fileURLToPath(new URL('awake-fleet.ts', import.meta.url));
    const fleets: ReturnType<typeof spawn>[] = [];
    try {
      await pause(5000);
      const idle = server.resident();
      for (let part = 0; part < parts; part += 1) {
        const args = [anchor, stations, connected, server.mqttPort, part, parts].map(String);
        fleets.push(
          spawn(process.execPath, ['--import', 'tsx', program, ...args], {
            stdio: ['ignore', 'pipe', 'inherit'],
          }),
        );
      }
      await Promise.all(fleets.map(({ stdout }) => stdout !== null && once(stdout, 'data')));
      const text = await (await fetch(`${server.address}/metrics`)).text();
      const reported = Number(/^groundwatch_mqtt_connections (\d+)/m.exec(text)?.[1]);
      if (reported !== connected) throw new Error(`${reported} of ${connected} RTUs are connected`);
      await pause(settle);
      const steady = server.resident();
      // Its floor counts: between two collections memory goes up and down.
      let end = Number.POSITIVE_INFINITY;
      const until = Date.now() + watched;
      while (Date.now() < until) {
        await pause(2000);
        if (Date.now() > until - watched / 4) end = Math.min(end, server.resident());
      }
      return [
        {
          what: '10,000 RTUs connected, against the idle server',
          ours: steady,
          reference: idle,
          unit: 'MB',
          goal: 10,
          note: `${(((steady - idle) * 1024) / connected).toFixed(0)} KB an RTU`,
        },
        {
          what: `after ${watched / 60_000} min of it, against its beginning`,
          ours: end,
          reference: steady,
          unit: 'MB',
          goal: 1.1,
        },
      ];
    } finally {
      for (const fleet of fleets) {
        const ended = once(fleet, 'exit');
        fleet.kill('SIGTERM');
        await ended;
      }
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
