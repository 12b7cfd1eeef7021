/** `npm run demo` as a process that is stopped while it fills its history: nothing is left uncaught, wherever it is. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { PastFiller } from '../../src/main/demo/demo-fill.ts';
import { readSources, writeSite } from '../../src/main/demo/demo-site.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import { planFleet } from '../../src/simulator/fleet/index.ts';
import { rtuSlot } from '../../src/simulator/parameters.ts';
import { programOf } from '../support/process.ts';

const folder = mkdtempSync(join(tmpdir(), 'demo-stop-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Stopped {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Starts a fresh demo and sends it a signal when it has said a text, or `after` ms later. */
function stopped(dataDir: string, text: string, signal: NodeJS.Signals, after: number): Promise<Stopped> {
  const child = spawn(process.execPath, programOf('demo'), {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      MQTT_PORT: '0',
      DEMO_STATIONS: '60',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err, isSent] = ['', '', false];
  child.stdout.on('data', (bytes: Buffer) => {
    out += bytes.toString();
    if (isSent || !out.includes(text)) return;
    isSent = true;
    setTimeout(() => child.kill(signal), after);
  });
  child.stderr.on('data', (bytes: Buffer) => {
    err += bytes.toString();
  });
  return new Promise((done) => child.once('close', (code, by) => done({ code, signal: by, out, err })));
}

const moments = [
  ['while it begins', 'Groundwatch demo', 0],
  ['while it fills the last days', 'last seven days 30 %', 7],
  ['while the little curves are read', 'last seven days 100 %', 50],
  ['when it begins with the year', 'history, newest first', 0],
  ['while it fills the year', 'history, newest first', 1100],
] as const;

describe('O3: a demo that is stopped', () => {
  test.each(moments.map((moment, at) => [...moment, at % 2 === 0 ? 'SIGTERM' : 'SIGINT'] as const))(
    '%s ends well, with nothing uncaught, and its database is whole',
    async (name, text, after, signal) => {
      const dataDir = join(folder, name.replaceAll(' ', '-'));
      const end = await stopped(dataDir, text, signal, after);
      expect(end).toMatchObject({ code: 0, signal: null, err: '' });
      // Neither does the log know of an error, and it was stopped in order.
      const lines = end.out.split('\n').filter((line) => line.startsWith('{'));
      const reported = lines.map((line) => JSON.parse(line) as { level: number; msg: string });
      expect(reported.filter(({ level }) => level >= 50)).toEqual([]);
      expect(reported.at(-1)?.msg).toBe('stopped');
      const storage = await openStorage({ dataDir });
      await storage.readings.settle();
      await storage.close();
    },
    120_000,
  );
});

test('O3: closing a filler releases its waiting callers and keeps what it stored', async () => {
  const dataDir = join(folder, 'filler');
  const storage = await openStorage({ dataDir });
  const plan = { seed: 1, anchor: Math.floor(Date.now() / 60_000) * 60_000, stations: 8 };
  const fleet = planFleet(plan);
  await writeSite(storage, fleet, (sn) => sn);
  const sourceOf = await readSources(storage);
  const rtus = fleet.projects.flatMap((project) => project.stations.map(({ rtu }) => rtu));
  const sources = new Map(
    rtus.flatMap((rtu) =>
      [rtuSlot, ...rtu.sensors.map(({ slot }) => slot)].map(
        (slot) => [`${rtu.sn}/${slot}`, sourceOf(rtu.sn, slot)] as const,
      ),
    ),
  );
  const filler = new PastFiller(storage, { ...plan, sources });
  let batches = 0;
  let closing: Promise<void> | null = null;
  const filling = filler.span(
    { from: plan.anchor - 7 * 86_400_000, to: plan.anchor, skip: 0 },
    0,
    () => false,
    () => {
      batches += 1;
      closing ??= filler.close();
    },
  );
  const stored = await filling;
  await closing;
  expect(batches).toBe(1);
  expect(stored).toBeGreaterThan(0);
  expect(await filler.span({ from: 0, to: 1, skip: 0 }, 0, () => false)).toBe(0);
  await storage.close();
});
