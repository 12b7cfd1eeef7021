/** A database of the version before orders had their name: what devices were given reads the same after its migration. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentOf } from '../../../src/server/delivery/row.ts';
import { OrderStore } from '../../../src/server/delivery/store.ts';
import { migrations } from '../../../src/server/storage/migrations/index.ts';
import { type Dialect, statementsFor } from '../../../src/server/storage/migrations/migration.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import { openConnection } from '../../../src/server/storage/sqlite/connection.ts';
import type { Storage } from '../../../src/server/storage/storage.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

const before = 22;
const order = (id: string, type: string, name: string, body: string, version: string) =>
  `INSERT INTO commands (id, rtu_id, slot, kind, type, name, body, previous, seen, state, position, attempts,
    base_version, stranding, user_id, account_name, reason, surface, plan_id, idempotency_key, body_hash, not_after,
    created_at, answer, hidden)
  VALUES ('${id}', 1, NULL, NULL, '${type}', '${name}', '${body}', '{}', '{}', 'sending', 1, 1, ${version}, 0, NULL, NULL,
    'why', 'button', 'P1', 'key-${id}', 'hash', 9000, 1000, '', 0)`;
const filled = [
  `INSERT INTO companies (id, name, created_at) VALUES (1, 'A', 0)`,
  `INSERT INTO projects (id, company_id, code, name, time_zone, day_boundary) VALUES (1, 1, 'p', 'P', 'UTC', 0)`,
  `INSERT INTO stations (id, project_id, code, name, site, latitude, longitude, time_zone)
  VALUES (1, 1, 'S', 'S', 'slope', 0, 0, 'UTC')`,
  `INSERT INTO rtus (id, station_id, sn, install_state, send_cycle, collection_cycle, jitter, problems)
  VALUES (1, 1, 'GW1', 0, 600, 600, 0, '[]')`,
  `INSERT INTO sensors (id, rtu_id, slot, kind, install_state, mount_mode, mount_azimuth) VALUES (1, 1, 0, 0, 0, 0, 0)`,
  order('set', 'set', 'rtu', '{"lowBattery":11}', '3'),
  order('action', 'command', 'startFastCollect', '{"duration":30}', 'NULL'),
  `INSERT INTO command_attempts (command_id, attempt, at, session) VALUES ('action', 1, 1500, 's')`,
  `INSERT INTO plans (id, title, state, revision, surface, created_at, reason)
  VALUES ('P1', 'P', 'applying', 1, 'button', 0, '')`,
  `INSERT INTO plan_items (plan_id, position, rtu_id, type, group_id, edits, base_version, previous, excluded, command_id)
  VALUES ('P1', 0, 1, 'send', 'startFastCollect', '{"duration":30}', 0, '{}', 0, 'action')`,
  `INSERT INTO baselines (id, sensor_id, t, how, initial_values, reason, command_id, created_at)
  VALUES (1, 1, 0, 'zero', '[]', '', 'set', 0)`,
];
const statements = (dialect: Dialect) => [
  `CREATE TABLE migrations (id BIGINT NOT NULL PRIMARY KEY, applied_at BIGINT NOT NULL)`,
  ...migrations
    .filter(({ id }) => id <= before)
    .flatMap((migration) => [
      ...statementsFor(migration, dialect),
      `INSERT INTO migrations (id, applied_at) VALUES (${migration.id}, 0)`,
    ]),
  ...filled,
];

let postgres: TestPostgres;
let folder: string;
const opened: Partial<Record<Dialect, Storage>> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orders-'));
  const connection = openConnection(join(folder, 'groundwatch.db'), false);
  for (const statement of statements('sqlite')) connection.run(statement, []);
  connection.close();
  opened.sqlite = await openStorage({ dataDir: folder });
  postgres = await startPostgres();
  const databaseUrl = await postgres.database();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const statement of statements('postgres')) await client.query(statement);
  await client.end();
  opened.postgres = await openStorage({ dataDir: folder, databaseUrl });
}, 300_000);
afterAll(async () => {
  await opened.sqlite?.close();
  await opened.postgres?.close();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  const storage = () => opened[dialect] as Storage;

  test('an order holds what it held, and is of the type that it has now', async () => {
    const store = new OrderStore(storage(), () => 2000);
    const [set, action] = [await store.byId('set'), await store.byId('action')];
    expect(set && contentOf(set)).toEqual({
      type: 'set',
      group: 'rtu',
      edits: { lowBattery: 11 },
      version: 3,
    });
    expect(action && contentOf(action)).toEqual({
      type: 'action',
      action: 'startFastCollect',
      args: { duration: 30 },
    });
    expect(set).toMatchObject({
      state: 'sending',
      reason: 'why',
      idempotency_key: 'key-set',
      created_at: 1000,
    });
    expect(await store.open(1)).toHaveLength(2);
  });

  test('its attempts, its item and its initial values refer to it', async () => {
    const { db } = storage();
    expect(await db.selectFrom('order_attempts').selectAll().execute()).toEqual([
      { order_id: 'action', attempt: 1, at: 1500, session: 's' },
    ]);
    const item = await db.selectFrom('plan_items').select(['type', 'order_id']).executeTakeFirst();
    expect(item).toEqual({ type: 'send', order_id: 'action' });
    const baseline = await db.selectFrom('baselines').select('order_id').executeTakeFirst();
    expect(baseline).toEqual({ order_id: 'set' });
    const orphan = { order_id: 'gone', attempt: 1, at: 0, session: 's' };
    await expect(
      storage().write((write) => write.insertInto('order_attempts').values(orphan).execute()),
    ).rejects.toThrow();
  });

  test('its body was hashed under other names: none of those is compared with', async () => {
    const rows = await storage().db.selectFrom('orders').select('body_hash').execute();
    expect(rows).toEqual([{ body_hash: '' }, { body_hash: '' }]);
  });
});
