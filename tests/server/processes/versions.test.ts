/** Processes of two neighbouring versions over one database while they are replaced one after the other (C7). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations, needed } from '../../../src/server/storage/migrations/index.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import { askDatabase, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { reading, seed } from '../../support/storage-fixture.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
}, 120_000);
afterAll(() => postgres.stop());

const T0 = Date.UTC(2026, 4, 1);
const following = (migrations.at(-1)?.id ?? 0) + 1;

test('an older process goes on, and starts again, beside a newer one that added to the schema; where it needs to know, it does not start', async () => {
  const databaseUrl = await postgres.database();
  const open = () => openStorage({ dataDir: '/nonexistent', databaseUrl });
  const old = await open();
  const id = (await seed(old, 1))('shanghai');
  const write = async (storage: typeof old, nth: number) => {
    await storage.readings.ingest([reading(id, T0 + nth * 60_000, { x: nth })]);
    await storage.write((db) =>
      db
        .insertInto('settings')
        .values({ key: `of the test ${nth}`, value: 'x' })
        .execute(),
    );
  };
  await write(old, 0);

  // The next version's process starts: it adds a column to what is written all the time, and a table.
  await askDatabase(
    databaseUrl,
    `BEGIN;
     ALTER TABLE latest ADD COLUMN of_next_version TEXT;
     ALTER TABLE settings ADD COLUMN of_next_version BIGINT NOT NULL DEFAULT 7;
     CREATE TABLE of_next_version (a BIGINT NOT NULL);
     INSERT INTO migrations (id, applied_at) VALUES (${following}, 0);
     COMMIT`,
  );
  await write(old, 1);
  // It is killed, and started again beside the new one.
  const again = await open();
  await write(again, 2);
  await write(old, 3);
  const { t } = await again.readings.newest({
    ...{ row: 'tilt', sourceId: id, element: 0, channels: ['x'], count: 10 },
  });
  expect([...t].map((at) => (at - T0) / 60_000)).toEqual([0, 1, 2, 3]);
  await again.close();

  const needs = (migration: number) =>
    askDatabase(databaseUrl, `UPDATE settings SET value = '${migration}' WHERE key = 'schema.needs'`);
  // From both sides: the newest that this version knows, and the one behind it.
  await needs(following - 1);
  await (await open()).close();
  await needs(following);
  await expect(open()).rejects.toMatchObject({ fault: 'newer' });
  await old.close();
});

test('what the schema needs is written once, and never lowered', async () => {
  const databaseUrl = await postgres.database();
  const open = () => openStorage({ dataDir: '/nonexistent', databaseUrl });
  const read = async (storage: Awaited<ReturnType<typeof open>>) =>
    (
      await storage.db
        .selectFrom('settings')
        .select('value')
        .where('key', '=', 'schema.needs')
        .executeTakeFirstOrThrow()
    ).value;
  const first = await open();
  expect(await read(first)).toBe(String(needed));
  await first.close();
  await askDatabase(databaseUrl, `UPDATE settings SET value = '${needed + 1}' WHERE key = 'schema.needs'`);
  const second = await open();
  expect(await read(second)).toBe(String(needed + 1));
  await second.close();
});
