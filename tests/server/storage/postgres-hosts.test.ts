/** One database on two hosts: the one that writes is found, also when the other one takes over; a copy serves long reads. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../../../src/server/storage/postgres/storage.ts';
import { openReading } from '../../../src/server/storage/reading.ts';
import { freePort } from '../../support/free-port.ts';
import { type OwnPostgres, startOwnPostgres } from '../../support/postgres.ts';
import { askCluster, type Standby, startStandby } from '../../support/standby.ts';
import { reading, seed } from '../../support/storage-fixture.ts';

const T0 = Date.UTC(2026, 4, 1);
let primary: OwnPostgres & { readonly port: number };
let standby: Standby;
let name: string;
beforeAll(async () => {
  primary = await startOwnPostgres();
  name = new URL(await primary.database()).pathname.slice(1);
  standby = await startStandby(primary.port);
  // What is acknowledged is on both.
  await askCluster(primary.port, `ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
  await askCluster(primary.port, 'SELECT pg_reload_conf()');
}, 300_000);
afterAll(async () => {
  await standby?.stop();
  await primary?.stop();
});
const address = (...ports: readonly number[]) =>
  `postgres://postgres:test@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${name}`;

test('the host that writes is found behind one that is gone and one that follows; when it dies the other one takes over', async () => {
  const nobody = await freePort();
  const databaseUrl = address(nobody, standby.port, primary.port);
  const storage = await openPostgres({ databaseUrl, replicaUrl: address(standby.port), sealAfterDays: 0 });
  const id = (await seed(storage, 1))('shanghai');
  const ingest = (nth: number) => storage.readings.ingest([reading(id, T0 + nth * 60_000, { x: nth })]);
  const times = async () => {
    const query = {
      row: 'tilt',
      sourceId: id,
      element: 0,
      channels: ['x'],
      from: T0,
      to: T0 + 86_400_000,
      bins: 500,
    } as const;
    return [...(await storage.readings.history(query)).t].map((t) => (t - T0) / 60_000);
  };
  for (let nth = 0; nth < 5; nth += 1) await ingest(nth);
  expect(await times()).toEqual([0, 1, 2, 3, 4]);

  // Long reads go to the copy, which says that it follows.
  const copy = openReading(storage.replica);
  expect(
    await copy.source.exec.all('SELECT pg_is_in_recovery(), current_setting($$statement_timeout$$)', []),
  ).toEqual([[true, '2min']]);
  await expect
    .poll(() => copy.source.count({ row: 'tilt', sourceId: id, element: 0 }, T0, T0 + 86_400_000))
    .toBe(5);
  await copy.close();
  // Nobody who writes is sent there.
  const fresh = openReading(storage.reach);
  expect(await fresh.source.exec.all('SELECT pg_is_in_recovery()', [])).toEqual([[false]]);
  await fresh.close();

  let acknowledged = 4;
  const writing = (async () => {
    for (let nth = 5; nth < 400; nth += 1) {
      // As an RTU does: what was not acknowledged is sent again.
      while (
        !(await ingest(nth).then(
          () => true,
          () => false,
        ))
      )
        await new Promise((resolve) => setTimeout(resolve, 50));
      acknowledged = nth;
    }
  })();
  await expect.poll(() => acknowledged, { timeout: 60_000 }).toBeGreaterThan(20);
  await primary.restart('kill', async () => {
    await standby.promote();
    await askCluster(standby.port, `ALTER SYSTEM SET synchronous_standby_names = ''`);
    await askCluster(standby.port, 'SELECT pg_reload_conf()');
    await writing;
  });
  // The first one is back, and takes writes as well: nobody goes there, neither who was connected before nor who is new.
  expect(await askCluster(primary.port, 'SELECT pg_is_in_recovery() AS follows')).toEqual({ follows: false });
  const all = Array.from({ length: 400 }, (_, nth) => nth);
  expect(await times()).toEqual(all);
  await ingest(400);
  const later = openReading({ databaseUrl: address(primary.port, standby.port) });
  expect(await later.source.count({ row: 'tilt', sourceId: id, element: 0 }, T0, T0 + 86_400_000)).toBe(401);
  await later.close();
  expect(await times()).toEqual([...all, 400]);
  await storage.close();
}, 300_000);

test('where every host follows another one, the database cannot be reached, and that is said', async () => {
  const alone = await startOwnPostgres();
  const database = new URL(await alone.database()).pathname.slice(1);
  const follower = await startStandby(alone.port);
  const twice = `postgres://postgres:test@127.0.0.1:${follower.port},127.0.0.1:${follower.port}/${database}`;
  await expect(openPostgres({ databaseUrl: twice, sealAfterDays: 0 })).rejects.toMatchObject({
    fault: 'unreachable',
  });
  await follower.stop();
  await alone.stop();
}, 300_000);
