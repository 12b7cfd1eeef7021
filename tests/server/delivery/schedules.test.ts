/** Random schedules of create, cancel, wake, sleep, loss and kill: no invariant (src/server/delivery/README.md#invariants) breaks; planted bugs do. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { planFleet } from '../../../src/simulator/fleet/index.ts';
import { plants } from '../../support/delivery/plants.ts';
import { live, schedule } from '../../support/delivery/schedule.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { writeSmallSite } from '../../support/small-site.ts';

const long = process.env['LONG'] === '1';
const numRuns = Number(process.env['SCHEDULES'] ?? (long ? 2000 : 100));
const places = [1, 2].map((id) => ({ rtuId: id, stationId: 1, sn: `GW${id}` }));
const rtu = planFleet({ seed: 5, anchor: Date.UTC(2026, 5, 1), stations: 60 })
  .projects.flatMap(({ stations }) => stations)
  .map((station) => station.rtu)
  .find(({ sensors }) => sensors.some(({ kind }) => kind.id === 'horn'));

const folder = mkdtempSync(join(tmpdir(), 'schedules-'));
const storages: Partial<Record<'sqlite' | 'postgres', Storage>> = {};
let postgres: TestPostgres | null = null;
const dialects = long ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

async function prepare(storage: Storage): Promise<Storage> {
  await writeSmallSite(storage, 2);
  const horn = rtu?.sensors.find(({ kind }) => kind.id === 'horn')?.slot ?? 0;
  await storage.write((db) => db.updateTable('sensors').set({ kind: 10, slot: horn }).execute());
  return storage;
}
beforeAll(async () => {
  storages.sqlite = await prepare(await openStorage({ dataDir: folder }));
  if (!long) return;
  postgres = await startPostgres();
  storages.postgres = await prepare(
    await openStorage({ dataDir: folder, databaseUrl: await postgres.database() }),
  );
});
afterAll(async () => {
  for (const storage of Object.values(storages)) await storage.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});
const storageOf = (dialect: 'sqlite' | 'postgres') => {
  const storage = storages[dialect];
  if (storage === undefined || rtu === undefined) throw new Error('not prepared');
  return { storage, rtu };
};

describe.each(dialects)('%s', (dialect) => {
  test(
    `${numRuns} random schedules`,
    async () => {
      const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
      console.log(`schedules on ${dialect}: seed ${seed}`);
      const { storage, rtu: plan } = storageOf(dialect);
      await fc.assert(
        fc.asyncProperty(schedule, async (list) => {
          const { found } = await live(storage, places, plan, list);
          expect(found).toEqual([]);
        }),
        { numRuns, seed },
      );
    },
    long ? 3_600_000 : 120_000,
  );
});

test('a set of what a device has anyway is no lie where it was lost on the way', async () => {
  const { storage, rtu: plan } = storageOf('sqlite');
  const { found } = await live(storage, places, plan, [
    { do: 'weather', down: 'lost', up: 'lost' },
    { do: 'wake', node: 1, loss: null },
    { do: 'set', node: 1, value: 115, both: false },
    { do: 'set', node: 0, value: 30, both: false },
    { do: 'sleep', node: 0 },
  ]);
  expect(found).toEqual([]);
});

describe('a planted bug is found by the oracle', () => {
  test.each(Object.entries(plants))('%s', async (_name, { plant, breaks, schedule: list }) => {
    const { storage, rtu: plan } = storageOf('sqlite');
    expect((await live(storage, places, plan, list)).found).toEqual([]);
    const { found } = await live(storage, places, plan, list, plant);
    expect(found.map((words) => words.split(':')[0])).toContain(breaks);
  });
});
