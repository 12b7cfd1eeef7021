/** C9: a kill at any moment of sealing and opening loses and doubles nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openStorage } from '../../../src/server/storage/open.ts';
import { lateAt, lateTurns, sealedWeeks } from '../../support/fleet/sealing-load.ts';
import { reading, seed } from '../../support/storage-fixture.ts';

const HOUR = 3_600_000;
const WEEK = 168 * HOUR;
const T0 = Math.floor(Date.UTC(2026, 4, 14) / WEEK) * WEEK;
const kills = process.env['LONG'] === '1' ? 100 : 5;

test(`C9 nothing is lost or doubled over ${kills} kills`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'seal-kill-'));
  const storage = await openStorage({ dataDir: folder });
  const id = (await seed(storage, 1))('shanghai');
  const expected = new Map<number, Record<string, number>>();
  const batch = Array.from({ length: sealedWeeks * 168 }, (_, nth) => {
    expected.set(T0 + nth * HOUR, { x: nth / 10, z: nth % 3 });
    return reading(id, T0 + nth * HOUR, { x: nth / 10, z: nth % 3 });
  });
  await storage.readings.ingest(batch);
  await storage.close();
  const program = new URL('../../support/fleet/sealing.ts', import.meta.url).pathname;
  const all = { sourceId: id, row: 'tilt', element: 0, from: T0, to: T0 + 5 * WEEK } as const;
  for (let kill = 0; kill < kills; kill += 1) {
    const child = spawn(process.execPath, ['--import', 'tsx', program, folder, String(id), String(T0)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    // Somewhere within a turn, each time elsewhere.
    await wait((kill * 37) % 101);
    child.kill('SIGKILL');
    expect((await ended)[1]).toBe('SIGKILL');
    const again = await openStorage({ dataDir: folder });
    const { t } = await again.readings.history({ ...all, channels: ['x'], bins: 2000 });
    expect(new Set(t).size, 'each once').toBe(t.length);
    for (const { t: at } of batch) expect(t.includes(at), `${at}`).toBe(true);
    await again.close();
  }
  // What came late is sent once more, as a device does that has heard nothing.
  const last = await openStorage({ dataDir: folder });
  for (let turn = 0; turn < lateTurns; turn += 1) {
    const late = lateAt(T0, turn);
    expected.set(late.t, { ...expected.get(late.t), ...(late.values as Record<string, number>) });
    await last.readings.ingest([reading(id, late.t, late.values)]);
  }
  await last.readings.settle();
  await last.readings.seal('tilt', [id], T0 + sealedWeeks * WEEK);
  const { rows } = await last.readings.rows({ ...all, limit: 10_000 });
  const found = new Map(
    rows.map(({ t, values }) => [
      t,
      Object.fromEntries(
        ['x', 'y', 'z'].flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
      ),
    ]),
  );
  expect(found.size).toBe(rows.length);
  expect(new Map([...found].sort(([a], [b]) => a - b))).toEqual(
    new Map([...expected].sort(([a], [b]) => a - b)),
  );
  const whole = await last.readings.history({ ...all, channels: ['x', 'y', 'z'], bins: 2000 });
  expect(whole.t.length).toBe(expected.size);
  await last.close();
  await rm(folder, { recursive: true, force: true });
}, 600_000);
