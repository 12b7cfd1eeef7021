/** A storage of each dialect with a project to import into, and everything that an import could leave in it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rows } from '../../src/catalogue/index.ts';
import type { RowId } from '../../src/catalogue/model.ts';
import type { ImportOrder } from '../../src/server/imports/import-file.ts';
import type { Mapping } from '../../src/server/imports/mapping.ts';
import type { ImportPlace } from '../../src/server/imports/targets.ts';
import { openStorage } from '../../src/server/storage/open.ts';
import type { Storage } from '../../src/server/storage/storage.ts';
import { startPostgres } from './postgres.ts';

/** Project REC in a zone of the recordings. */
export async function seedProject(storage: Storage, timeZone = 'America/Los_Angeles'): Promise<void> {
  await storage.write(async (db) => {
    const company = await db
      .insertInto('companies')
      .values({ name: 'Recordings', created_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('projects')
      .values({
        company_id: company.id,
        code: 'REC',
        name: 'Recordings',
        time_zone: timeZone,
        day_boundary: 0,
        retention_days: null,
      })
      .execute();
  });
}

export const place: ImportPlace = {
  projectCode: 'REC',
  latitude: 47.94,
  longitude: -122.31,
  timeZone: 'America/Los_Angeles',
  names: {},
};
export const who = { userId: null, accountName: 'engineer' } as const;

/** An order with the usual answers: station S-1 is made where it is missing, a rule is asked for. */
export function order(file: string, mapping: Mapping, more: Partial<ImportOrder> = {}): ImportOrder {
  return {
    file,
    mapping,
    station: 'S-1',
    place,
    conflicts: null,
    maxRefused: 5,
    dryRun: false,
    who,
    now: Date.UTC(2026, 10, 1),
    ...more,
  };
}

/** All that an import could change, as text: sites, readings with what is derived, newest values, sums of days. */
export async function everything(storage: Storage): Promise<string> {
  await storage.readings.settle();
  const { db, readings } = storage;
  const [stations, rtus, sensors] = await Promise.all([
    db.selectFrom('stations').selectAll().orderBy('id').execute(),
    db.selectFrom('rtus').selectAll().orderBy('id').execute(),
    db.selectFrom('sensors').selectAll().orderBy('id').execute(),
  ]);
  const sources = [
    ...sensors.map(
      ({ id }) => [id, (Object.keys(rows) as RowId[]).filter((row) => row !== 'status')] as const,
    ),
    ...rtus.map(({ id }) => [id, ['status'] as const] as const),
  ];
  const parts: unknown[] = [];
  for (const [sourceId, ids] of sources) {
    for (const row of ids) {
      const query = { sourceId, row, element: 0, from: 0, to: Date.UTC(2031, 0) };
      const page = await readings.rows({ ...query, limit: 100_000 });
      if (page.total === 0) continue;
      const channels = rows[row].channels.filter((one) => 'chart' in one).map(({ id }) => id);
      const history = await readings.history({ ...query, channels, bins: 200 });
      parts.push({
        sourceId,
        row,
        page,
        latest: (await readings.latest(row, [sourceId])).map((one) => ({ ...one })),
        history: {
          t: [...history.t],
          means: history.channels.map(({ mean }) => [...(mean ?? [])].map((value) => value.toPrecision(6))),
        },
      });
    }
  }
  return JSON.stringify({ stations, rtus, sensors, parts });
}

/** Storages of both dialects, each with the project. */
export async function openBothForImports() {
  const folder = await mkdtemp(join(tmpdir(), 'groundwatch-imports-'));
  const postgres = await startPostgres();
  const storages = {
    sqlite: await openStorage({ dataDir: folder }),
    postgres: await openStorage({ dataDir: folder, databaseUrl: await postgres.database() }),
  };
  for (const storage of Object.values(storages)) await seedProject(storage);
  return {
    folder,
    storages,
    async close() {
      for (const storage of Object.values(storages)) await storage.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
