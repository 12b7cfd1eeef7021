import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Bench, Figure } from './bench.ts';
import { DAY, MINUTE, tilt, withBoth } from './storage-data.ts';

async function bytesPerReading(sensors: number, cycle: number, span: number): Promise<Figure> {
  return withBoth(async (storage, wide, folder) => {
    let rows = 0;
    for (let at = 0; at < span; at += cycle) {
      const t = Date.UTC(2026, 0, 1) + at;
      const batch = Array.from({ length: sensors }, (_, i) => tilt(i + 1, t));
      await storage.readings.ingest(batch);
      wide.insert(batch);
      rows += sensors;
    }
    await storage.readings.settle();
    const size = async (name: string): Promise<number> => {
      const path = join(folder, name);
      const database = new DatabaseSync(path);
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      database.close();
      return (await stat(path)).size / rows;
    };
    return {
      what: `a reading of 12 channels every ${cycle / MINUTE} min`,
      ours: await size('groundwatch.db'),
      reference: await size('wide.db'),
      unit: 'B',
      goal: 1.2,
      note: 'rollups, latest and keys included',
    };
  });
}

/** Bytes on disk a reading, arriving in time order from many sensors. */
export const bench: Bench = {
  id: 'P11',
  title: 'bytes on disk a reading',
  run: async () => [
    await bytesPerReading(50, MINUTE, 7 * DAY),
    await bytesPerReading(100, 5 * MINUTE, 21 * DAY),
    await bytesPerReading(500, 60 * MINUTE, 30 * DAY),
  ],
};
