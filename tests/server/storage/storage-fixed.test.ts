/** Statements that are built once, and run with other values each time. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Shadow } from '../../../src/server/delivery/shadow.ts';
import { fixed, fixedIn, insertOf } from '../../../src/server/storage/fixed.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { seed } from '../../support/storage-fixture.ts';

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-fixed-'));
  storage = await openStorage({ dataDir: folder });
});
afterEach(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

test('it is built once, and each run has its own values', async () => {
  let built = 0;
  const read = fixed((db, { key }: { key: string }) => {
    built += 1;
    return db.selectFrom('settings').select(['key', 'value']).where('key', '=', key).where('value', '!=', '');
  });
  const keep = insertOf('settings');
  await storage.write(async (db) => {
    await keep(db, { key: 'one', value: '1' });
    await keep(db, { value: '2', key: 'two' });
    // What the transaction has written is seen within it.
    expect(await read(db, { key: 'two' })).toEqual([{ key: 'two', value: '2' }]);
  });
  const found = await Promise.all(['one', 'two', 'three'].map((key) => read(storage.db, { key })));
  expect(found).toEqual([[{ key: 'one', value: '1' }], [{ key: 'two', value: '2' }], []]);
  // Once for the connection that writes, once for the one that reads.
  expect(built).toBe(2);
});

test('one with a list finds what its list names, however long, and is built once for lists of about a length', async () => {
  let built = 0;
  const read = fixedIn((db, keys: readonly string[], { not }: { not: string }) => {
    built += 1;
    return db
      .selectFrom('settings')
      .select('key')
      .where('key', 'in', keys)
      .where('value', '!=', not)
      .orderBy('key');
  });
  const keys = Array.from({ length: 40 }, (_, index) => `key ${String(index).padStart(2, '0')}`);
  const keep = insertOf('settings');
  await storage.write(async (db) => {
    for (const [index, key] of keys.entries())
      await keep(db, { key, value: index === 7 ? 'hidden' : 'shown' });
  });
  for (let length = 0; length <= 33; length += 1) {
    const listed = keys.slice(3, 3 + length);
    const expected = listed.filter((key) => key !== 'key 07');
    expect((await read(storage.db, listed, { not: 'hidden' })).map(({ key }) => key)).toEqual(expected);
  }
  // Of 1, 2, 4, 8, 16, 32 and 64.
  expect(built).toBe(7);
  await read(storage.db, keys.slice(0, 33), { not: '' });
  expect(built).toBe(7);
});

test('what a statement throws rejects its promise, and the next one runs', async () => {
  const keep = insertOf('settings');
  const twice = storage.write(async (db) => {
    await keep(db, { key: 'one', value: '1' });
    await keep(db, { key: 'one', value: '2' });
  });
  await expect(twice).rejects.toThrow();
  await storage.write((db) => keep(db, { key: 'one', value: '3' }));
  const rows = await storage.db.selectFrom('settings').select('value').where('key', '=', 'one').execute();
  expect(rows).toEqual([{ value: '3' }]);
});

test('values that a device reported are stored before a read that needs them, also during another write', async () => {
  await seed(storage, 1);
  const { id: rtuId } = await storage.db.selectFrom('rtus').select('id').limit(1).executeTakeFirstOrThrow();
  const shadow = new Shadow(storage, (error) => {
    throw error;
  });
  const report = (value: number, at: number) =>
    shadow.take({ rtuId, stationId: 1, sn: 'ANY', device: null, at }, [
      { name: 'param/rtu/lowBattery', value, isHistorical: false, timestamp: null } as never,
    ]);
  const read = () =>
    storage.write(
      async (db) =>
        (await db.selectFrom('parameters').select('reported').where('rtu_id', '=', rtuId).execute())[0]
          ?.reported,
    );
  report(11.2, 1000);
  expect(await shadow.before(read)).toContain('11.2');
  report(11.3, 2000);
  const stored = shadow.flush();
  report(11.4, 3000);
  expect(await shadow.before(read)).toContain('11.4');
  await stored;
  shadow.stop();
});
