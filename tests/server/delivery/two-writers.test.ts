/** Two hosts write into one PostgreSQL, the one that leads and the one that stands by: as if they took turns. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../../src/base/errors.ts';
import type { OrderBody } from '../../../src/contract/devices/orders.ts';
import { verifyAudit } from '../../../src/server/audit/audit.ts';
import { bodyHash } from '../../../src/server/delivery/body-hash.ts';
import { createOrder } from '../../../src/server/delivery/create.ts';
import { OrderStore } from '../../../src/server/delivery/store.ts';
import { openStorage } from '../../../src/server/storage/open.ts';
import { by } from '../../support/delivery/world.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { writeSmallSite } from '../../support/small-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'two-writers-'));
let postgres: TestPostgres;
let hosts: OrderStore[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
  const databaseUrl = await postgres.database();
  const first = await openStorage({ dataDir: folder, databaseUrl });
  await writeSmallSite(first, 1);
  const second = await openStorage({ dataDir: folder, databaseUrl });
  hosts = [new OrderStore(first), new OrderStore(second)];
});
afterAll(async () => {
  for (const { storage } of hosts) await storage.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function order(store: OrderStore, key: string, version: number | null): Promise<string | null> {
  const body: OrderBody = {
    key: `key-of-the-two-writers-${key}`,
    target: { rtuId: 1, slot: null },
    content:
      version === null
        ? { type: 'action', action: 'reportNow', args: {} }
        : { type: 'set', group: 'rtu', edits: { lowBattery: 11 }, version },
    reason: '',
    surface: 'button',
  };
  const confirmation = `proof-of-${key}`;
  await store.storage.write((db) =>
    db
      .insertInto('confirmations')
      .values({
        token_hash: createHash('sha256').update(confirmation).digest('hex'),
        user_id: 1,
        body_hash: bodyHash(body),
        expires_at: Date.now() + 60_000,
      })
      .execute(),
  );
  try {
    return (await createOrder(store, () => null, { by, language: 'en', body, confirmation })).id;
  } catch (error) {
    if (error instanceof Refusal && error.messageId === 'set.stale') return null;
    throw error;
  }
}

test('of sets at both that are based on one version one is taken', async () => {
  for (let version = 0; version < 6; version++) {
    const ids = await Promise.all(
      hosts.map((host, index) => order(host, `set-${version}-${index}`, version)),
    );
    expect(ids.filter((id) => id !== null)).toHaveLength(1);
  }
});

test('orders at both have places of their own, and one chain of the audit', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => order(hosts[index % 2] as OrderStore, `act-${index}`, null)),
  );
  const [host] = hosts;
  if (host === undefined) throw new Error('no host');
  const places = (await host.open(1)).map(({ position }) => position);
  expect(new Set(places).size).toBe(places.length);
  expect(await verifyAudit(host.storage.db)).toBeNull();
});
