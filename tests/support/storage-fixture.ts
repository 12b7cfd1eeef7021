/** A storage of each dialect with three projects in three zones, and sensors to spare. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage } from '../../src/server/storage/open.ts';
import type { Reading, Storage } from '../../src/server/storage/storage.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

export const projects = {
  shanghai: { timeZone: 'Asia/Shanghai', boundary: 480 },
  berlin: { timeZone: 'Europe/Berlin', boundary: 0 },
  kathmandu: { timeZone: 'Asia/Kathmandu', boundary: 0 },
} as const;
export type Project = keyof typeof projects;

export interface StorageFixture {
  readonly storage: Storage;
  /** A sensor that no test has used. */
  sensor(project: Project): number;
}

/** Sensors that one statement inserts: SQLite bounds a statement's variables. */
const together = 1000;

/** Seeds projects, one station and RTU each, and `count` sensors a project. */
export async function seed(storage: Storage, count: number): Promise<(project: Project) => number> {
  const free = new Map<Project, number[]>();
  await storage.write(async (db) => {
    const company = await db
      .insertInto('companies')
      .values({ name: 'Company', created_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [code, { timeZone, boundary }] of Object.entries(projects)) {
      const project = await db
        .insertInto('projects')
        .values({
          company_id: company.id,
          code,
          name: code,
          time_zone: timeZone,
          day_boundary: boundary,
          retention_days: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const station = await db
        .insertInto('stations')
        .values({
          project_id: project.id,
          code: 'S-1',
          name: 'Station',
          name_reading: null,
          site: 'slope',
          latitude: 30,
          longitude: 100,
          time_zone: timeZone,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const rtu = await db
        .insertInto('rtus')
        .values({
          station_id: station.id,
          sn: code,
          credential_hash: null,
          install_state: 1,
          send_cycle: 600,
          collection_cycle: 600,
          last_contact_at: null,
          jitter: 0,
          problems: '[]',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const ids: number[] = [];
      while (ids.length < count) {
        const values = Array.from({ length: Math.min(together, count - ids.length) }, (_, index) => ({
          rtu_id: rtu.id,
          slot: ids.length + index,
          kind: 9,
          name: null,
          install_state: 1,
          mount_mode: 0,
          mount_azimuth: 0,
        }));
        const sensors = await db.insertInto('sensors').values(values).returning('id').execute();
        ids.push(...sensors.map(({ id }) => id));
      }
      free.set(code as Project, ids);
    }
  });
  return (project) => {
    const id = free.get(project)?.pop();
    if (id === undefined) throw new Error('no sensor left');
    return id;
  };
}

/** Storages of both dialects; `close` removes them. */
export async function openBoth(sensors: number) {
  const folder = await mkdtemp(join(tmpdir(), 'storage-'));
  const postgres: TestPostgres = await startPostgres();
  const sqlite = await openStorage({ dataDir: folder });
  const databaseUrl = await postgres.database();
  const server = await openStorage({ dataDir: folder, databaseUrl });
  const fixtures: Record<'sqlite' | 'postgres', StorageFixture> = {
    sqlite: { storage: sqlite, sensor: await seed(sqlite, sensors) },
    postgres: { storage: server, sensor: await seed(server, sensors) },
  };
  return {
    fixtures,
    folder,
    /** What opens each of them once more, as another process does. */
    places: { sqlite: { dataDir: folder }, postgres: { dataDir: folder, databaseUrl } },
    async close() {
      await sqlite.close();
      await server.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A reading that arrived at once. */
export function reading(
  sourceId: number,
  t: number,
  values: Reading['values'],
  more: Partial<Reading> = {},
): Reading {
  return { sourceId, row: 'tilt', element: 0, t, receivedAt: t + 1000, historical: false, values, ...more };
}
