/** R4: what is left to be derived in the background is done after a kill. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStorage } from '../../../src/server/storage/open.ts';
import { reading, seed } from '../../support/storage-fixture.ts';

const T0 = Date.UTC(2026, 5, 10);
const rows = 18_010;

test('R4 derived values that a kill left behind follow at the next start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'derive-kill-'));
  const storage = await openStorage({ dataDir: folder });
  const id = (await seed(storage, 1))('shanghai');
  // A row a second; the first one lacks its x.
  for (let from = 0; from < rows; from += 3000) {
    const batch = Array.from({ length: Math.min(3000, rows - from) }, (_, i) =>
      reading(id, T0 + (from + i) * 1000, { x: from + i === 0 ? null : from + i, y: 1 }),
    );
    await storage.readings.ingest(batch);
  }
  await storage.close();
  const program = new URL('../../support/fleet/late-reading.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', program, folder, String(id), String(T0)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(await new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))).toBe('SIGKILL');

  const again = await openStorage({ dataDir: folder });
  const changeAt = async (seconds: number) => {
    const at = T0 + seconds * 1000;
    const page = await again.readings.rows({
      ...{ sourceId: id, row: 'tilt', element: 0, limit: 1 },
      ...{ from: at, to: at + 1 },
    });
    return page.rows[0]?.values;
  };
  expect(await again.db.selectFrom('rederivations').select('source_id').execute()).toEqual([
    { source_id: id },
  ]);
  expect((await changeAt(18_000))?.['x5h']).toBeUndefined();
  expect((await changeAt(3600))?.['x1h']).toBe(3600 + 7);
  await again.readings.settle();
  expect((await changeAt(18_000))?.['x5h']).toBe(18_000 + 7);
  expect((await changeAt(18_001))?.['x5h']).toBe(18_000);
  expect(await again.db.selectFrom('rederivations').select('source_id').execute()).toEqual([]);
  await again.close();
  await rm(folder, { recursive: true, force: true });
}, 300_000);
