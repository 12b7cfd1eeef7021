/** What bounds a process at PostgreSQL: its connections, how long it reads, how long it holds the turn of writing. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../../../src/server/storage/postgres/storage.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

let postgres: TestPostgres;
let databaseUrl: string;
let looker: pg.Client;
const opened: Storage[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.database();
  looker = new pg.Client({ connectionString: databaseUrl });
  await looker.connect();
}, 120_000);
afterEach(async () => {
  for (const storage of opened.splice(0)) await storage.close();
});
afterAll(async () => {
  await looker.end();
  await postgres.stop();
});
const open = async (readers?: number) => {
  const storage = await openPostgres({ databaseUrl, readers, sealAfterDays: 0 });
  opened.push(storage);
  return storage;
};
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
const connections = async () => {
  const { rows } = await looker.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  return rows[0]?.n ?? 0;
};
const show = async (storage: Storage, name: string) => {
  const { rows } = await sql<{ value: string }>`SELECT current_setting(${name}) AS value`.execute(storage.db);
  return rows[0]?.value;
};
/** A write that says that it was there. */
const note = (storage: Storage, key: string) =>
  storage.write((db) =>
    db
      .insertInto('settings')
      .values({ key, value: 'noted' })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute(),
  );

test('reads beyond the connections that it may have wait for one, and all are answered', async () => {
  const storage = await open(2);
  let most = 0;
  const reads = Array.from({ length: 12 }, () => sql`SELECT pg_sleep(0.2)`.execute(storage.db));
  let isDone = false;
  const looking = (async () => {
    for (; !isDone; await pause(50)) most = Math.max(most, await connections());
  })();
  await Promise.all(reads);
  isDone = true;
  await looking;
  // Two that read, one that writes, one that says that the process lives.
  expect(most).toBeGreaterThanOrEqual(2);
  expect(most).toBeLessThanOrEqual(4);
});

test('a read is ended after its time, by name; the connection serves the next one', async () => {
  const storage = await open(1);
  expect(await show(storage, 'statement_timeout')).toBe('2min');
  await sql`SET statement_timeout = 100`.execute(storage.db);
  await expect(sql`SELECT pg_sleep(20)`.execute(storage.db)).rejects.toMatchObject({ fault: 'busy' });
  expect(await show(storage, 'statement_timeout')).toBe('100ms');
});

test('what reads writes nothing', async () => {
  const storage = await open();
  await expect(sql`DELETE FROM settings`.execute(storage.db)).rejects.toMatchObject({ fault: 'read-only' });
});

test('a process that stands still in the middle of a write loses its turn before long, and the others go on', async () => {
  const [still, other] = [await open(), await open()];
  let idle = '';
  let began = () => {};
  const hasBegun = new Promise<void>((done) => {
    began = done;
  });
  const standing = still.write(async (db) => {
    const { rows } = await sql<{
      value: string;
    }>`SELECT current_setting('idle_in_transaction_session_timeout') AS value`.execute(db);
    idle = rows[0]?.value ?? '';
    await sql`SET LOCAL idle_in_transaction_session_timeout = 300`.execute(db);
    await db.insertInto('settings').values({ key: 'of.still', value: 'x' }).execute();
    began();
    await pause(1500);
    await db.insertInto('settings').values({ key: 'of.still.2', value: 'x' }).execute();
  });
  const outcome = expect(standing).rejects.toMatchObject({ fault: 'unreachable' });
  await hasBegun;
  const asked = performance.now();
  await note(other, 'of.other');
  expect(performance.now() - asked).toBeLessThan(1400);
  await outcome;
  expect(idle).toBe('10s');
  const keys = await other.db.selectFrom('settings').select('key').where('key', 'like', 'of.%').execute();
  expect(keys.map(({ key }) => key)).toEqual(['of.other']);
  // It goes on, with another connection.
  await note(still, 'of.still.later');
});
