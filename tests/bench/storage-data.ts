/** Storages and reference tables for the storage benches, in directories that are removed afterwards. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { openStorage } from '../../src/server/storage/open.ts';
import type { Reading, Storage } from '../../src/server/storage/storage.ts';

export const MINUTE = 60_000;
export const DAY = 86_400_000;
/** Twelve numbers of a tilt row. */
export const channels = [
  'x',
  'y',
  'z',
  'tilt',
  'ax',
  'ay',
  'az',
  'axMax',
  'ayMax',
  'azMax',
  'temperature',
  'x1h',
] as const;

/** A reading of twelve channels with digits as a device sends them. */
export function tilt(sourceId: number, t: number): Reading {
  const values: Record<string, number> = {};
  channels.forEach((channel, i) => {
    values[channel] = Math.round((Math.sin(t / 7e6 + i + sourceId) * 10 + (t % 977) / 977) * 10_000) / 10_000;
  });
  return { sourceId, row: 'tilt', element: 0, t, receivedAt: t + 1500, historical: false, values };
}

/** One wide SQLite table: source, time, twelve numbers. */
export function wideTable(path: string) {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -131072');
  const columns = channels.map((channel) => `${channel} REAL`).join(', ');
  database.exec(`CREATE TABLE wide (source_id INTEGER, t INTEGER, ${columns}, PRIMARY KEY (source_id, t))`);
  const insert = database.prepare(`INSERT INTO wide VALUES (?, ?${', ?'.repeat(channels.length)})`);
  return {
    database,
    insert(batch: readonly Reading[]): void {
      database.exec('BEGIN');
      for (const { sourceId, t, values } of batch) {
        insert.run(sourceId, t, ...channels.map((channel) => Number(values[channel])));
      }
      database.exec('COMMIT');
    },
  };
}

/** Runs work with a fresh storage and a reference table. */
export async function withBoth<T>(
  work: (storage: Storage, wide: ReturnType<typeof wideTable>, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-storage-'));
  const storage = await openStorage({ dataDir: folder });
  const wide = wideTable(join(folder, 'wide.db'));
  try {
    return await work(storage, wide, folder);
  } finally {
    wide.database.close();
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  }
}
