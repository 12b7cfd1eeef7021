/** What only the embedded database has: its file, its reader threads, a full disk. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStorage } from '../../../src/server/storage/open.ts';
import { toProblem } from '../../../src/server/storage/problem.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { reading, seed } from '../../support/storage-fixture.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const T0 = Date.UTC(2026, 4, 1);
let folder: string;
const opened: Storage[] = [];
const open = async (maxBytes?: number): Promise<Storage> => {
  const storage = await openStorage({ dataDir: folder, maxBytes });
  opened.push(storage);
  return storage;
};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlite-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((storage) => storage.close()));
  await rm(folder, { recursive: true, force: true });
});
const days = (from: number, count: number) =>
  Array.from({ length: count * 1440 }, (_, i) =>
    reading(1, T0 + from * DAY + i * MINUTE, { x: i, firmware: 'v' }),
  );

test('a full disk refuses the whole batch and reports it; writes go on when there is space again', async () => {
  const storage = await open(3_000_000);
  const sensor = (await seed(storage, 2))('shanghai');
  expect(sensor).toBeGreaterThan(0);
  let stored = 0;
  let refused: unknown;
  for (let day = 0; day < 200 && !refused; day += 1) {
    try {
      stored += (await storage.readings.ingest(days(day, 1))).stored;
    } catch (error) {
      refused = error;
    }
  }
  expect(refused).toMatchObject({ name: 'StorageProblem', fault: 'full' });
  expect((await storage.health()).problem).toMatch(/^full/);
  expect((await storage.readings.overview('tilt', [1]))[0]?.count).toBe(stored);
  expect((await storage.readings.latest('tilt', [1]))[0]?.t).toBe(T0 + stored * MINUTE - MINUTE);
  await expect(
    storage.write((db) =>
      db
        .insertInto('settings')
        .values({ key: 'k', value: 'x'.repeat(200_000) })
        .execute(),
    ),
  ).rejects.toMatchObject({ fault: 'full' });
  await storage.close();

  const roomy = await open();
  const day = stored / 1440;
  expect(await roomy.readings.ingest(days(day, 1))).toMatchObject({ stored: 1440, duplicates: 0 });
  expect((await roomy.health()).problem).toBeNull();
});

test('the driver’s own errors are distinguished', () => {
  const path = join(folder, 'other.db');
  const writer = new DatabaseSync(path);
  writer.exec('CREATE TABLE some (thing)');
  const reader = new DatabaseSync(path, { readOnly: true });
  const faultOf = (work: () => unknown): string => {
    try {
      work();
    } catch (error) {
      return toProblem(error).fault;
    }
    return 'none';
  };
  expect(faultOf(() => reader.exec('INSERT INTO some VALUES (1)'))).toBe('read-only');
  writer.exec('BEGIN IMMEDIATE');
  const second = new DatabaseSync(path, { timeout: 0 });
  expect(faultOf(() => second.exec('BEGIN IMMEDIATE'))).toBe('busy');
  expect(faultOf(() => writer.exec('SELECT nonsense'))).toBe('failed');
  for (const database of [writer, reader, second]) database.close();
});

test('everything is there after reopening, and days that waited are rolled up then', async () => {
  const first = await open();
  await seed(first, 2);
  await first.readings.ingest(days(0, 3));
  await first.close();
  const second = await open();
  await second.readings.settle();
  await second.close();
  const third = new DatabaseSync(join(folder, 'groundwatch.db'), { readOnly: true });
  const found = third.prepare('SELECT count(*) AS n FROM rollup_days WHERE day_rows IS NOT NULL').get();
  expect(found?.['n']).toBeGreaterThanOrEqual(2);
  third.close();
  const again = await open();
  expect((await again.readings.overview('tilt', [1]))[0]?.count).toBe(3 * 1440);
  expect(await again.readings.ingest(days(0, 3))).toMatchObject({ stored: 0, duplicates: 3 * 1440 });
});

test('two processes’ writers respect each other', async () => {
  const [server, importer] = [await open(), await open()];
  await server.readings.ingest(days(0, 1));
  await importer.readings.ingest(days(5, 1));
  const late = await server.readings.ingest([...days(2, 1), ...days(5, 1)]);
  expect(late).toMatchObject({ stored: 1440, duplicates: 1440, newest: [] });
  await importer.readings.settle();
  await server.readings.settle();
  const { total } = await server.readings.rows({
    sourceId: 1,
    row: 'tilt',
    element: 0,
    from: T0,
    to: T0 + 9 * DAY,
    limit: 1,
  });
  expect(total).toBe(3 * 1440);
  const query = {
    sourceId: 1,
    row: 'tilt',
    element: 0,
    channels: ['x'],
    from: T0,
    to: T0 + 9 * DAY,
    bins: 9,
  } as const;
  const { channels } = await importer.readings.history(query);
  expect([...(channels[0]?.max ?? [])]).toEqual([1439, 1439, 1439]);
});

test('long reads run beside ingest', async () => {
  const storage = await open();
  await storage.readings.ingest(days(0, 30));
  const query = {
    sourceId: 1,
    row: 'tilt',
    element: 0,
    channels: ['x'],
    from: T0,
    to: T0 + 30 * DAY,
  } as const;
  const reads = Array.from({ length: 6 }, () => storage.readings.history({ ...query, bins: 30_000 }));
  const writes = Array.from({ length: 6 }, (_, i) => storage.readings.ingest(days(30 + i, 1)));
  for (const { t } of await Promise.all(reads)) expect(t).toHaveLength(30 * 1440);
  for (const { stored } of await Promise.all(writes)) expect(stored).toBe(1440);
});

test('closing rejects what is still asked, and later asking', async () => {
  const storage = await open();
  await storage.readings.ingest(days(0, 5));
  const query = {
    sourceId: 1,
    row: 'tilt',
    element: 0,
    channels: ['x'],
    from: T0,
    to: T0 + DAY,
    bins: 10,
  } as const;
  const asked = storage.readings.history(query).catch((error: unknown) => error);
  await storage.close();
  await asked;
  await expect(storage.readings.history(query)).rejects.toMatchObject({ fault: 'closed' });
  await expect(storage.readings.ingest(days(6, 1))).rejects.toMatchObject({ fault: 'closed' });
});

test('O3: closing while a reader is in the middle of a read ends the process in order', async () => {
  const program = fileURLToPath(new URL('../../support/close-while-reading.ts', import.meta.url));
  // A process of its own: what is wrong here is an abort, which no test outlives.
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program, folder, '6']);
  const { answered, refused } = JSON.parse(stdout) as { answered: number; refused: number };
  expect(answered + refused).toBe(36);
  expect(refused).toBeGreaterThan(0);
});

test('a database of a newer version is refused', async () => {
  const storage = await open();
  await storage.close();
  const database = new DatabaseSync(join(folder, 'groundwatch.db'));
  database.exec('INSERT INTO migrations VALUES (9999, 0)');
  database.close();
  await expect(openStorage({ dataDir: folder })).rejects.toMatchObject({ fault: 'newer' });
});

test('threads that read stand back behind the others of the process', async () => {
  /** How far each thread of this process stands back: the 19th field, behind a name that may hold anything. */
  const steps = () =>
    readdirSync('/proc/self/task').map((id) =>
      Number(readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16]),
    );
  const own = getPriority();
  const further = () => steps().filter((step) => step === Math.min(19, own + 3) && step > own).length;
  const before = further();
  const storage = await open();
  await seed(storage, 1);
  await storage.readings.ingest(days(0, 1));
  expect(further()).toBe(before);
  await storage.readings.history({
    ...{ sourceId: 1, row: 'tilt', element: 0, channels: ['x'] },
    ...{ from: T0, to: T0 + DAY, bins: 10 },
  });
  expect(further()).toBe(before + 1);
});
