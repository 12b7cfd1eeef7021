import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Bench, Figure } from './bench.ts';
import { median } from './bench.ts';
import { DAY, MINUTE, tilt, withBoth } from './storage-data.ts';

const T0 = Date.UTC(2024, 0, 4);
const shown = ['x', 'y', 'tilt', 'temperature'];

/** Bytes of the pages that hold something: those that sealing frees are taken by the next readings. */
function usedBytes(path: string): number {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const pragma = (name: string) => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
  const bytes = (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  database.close();
  return bytes;
}

/** Raw reads of sealed chunks, and what they take on disk, against one wide SQLite table. */
export const bench: Bench = {
  id: 'P27',
  title: 'sealed readings',
  run: () =>
    withBoth(async (storage, wide, folder): Promise<Figure[]> => {
      const fill = async (sourceId: number, cycle: number, span: number): Promise<number> => {
        for (let from = 0; from < span; from += 7 * DAY) {
          const count = Math.min(7 * DAY, span - from) / cycle;
          const batch = Array.from({ length: count }, (_, i) => tilt(sourceId, T0 + from + i * cycle));
          await storage.readings.ingest(batch);
          wide.insert(batch);
        }
        return span / cycle;
      };
      const rows = (await fill(1, MINUTE, 364 * DAY)) + (await fill(2, 5 * MINUTE, 91 * DAY));
      for (let sensor = 3; sensor < 23; sensor += 1) await fill(sensor, 60 * MINUTE, 364 * DAY);
      await storage.readings.settle();
      const ids = Array.from({ length: 22 }, (_, at) => at + 1);
      await storage.readings.seal('tilt', ids, T0 + 370 * DAY);
      const chunks = await storage.db
        .selectFrom('reading_chunks')
        .select(({ fn }) => fn.sum('row_count').as('rows'))
        .executeTakeFirstOrThrow();
      const all = rows + 20 * 364 * 24;
      const scan = wide.database.prepare(
        `SELECT t, ${shown.join(', ')} FROM wide WHERE source_id = ? AND t >= ? AND t < ? ORDER BY t`,
      );
      const figures: Figure[] = [];
      for (const { what, sourceId, span, runs } of [
        { what: '26k rows × 4, raw, sealed', sourceId: 2, span: 91 * DAY, runs: 9 },
        { what: '524k rows × 4, raw, sealed', sourceId: 1, span: 364 * DAY, runs: 5 },
      ]) {
        const [from, to] = [T0, T0 + span];
        const query = { sourceId, row: 'tilt', element: 0, channels: shown, from, to } as const;
        const reference = await median(runs, () => {
          for (let at = from; at < to; at += 30 * DAY) scan.all(sourceId, at, Math.min(at + 30 * DAY, to));
        });
        let note = '';
        const ours = await median(runs * 3, async () => {
          const { mode, t } = await storage.readings.history({ ...query, bins: 1, rawUpTo: 1_000_000 });
          note = `${t.length} rows, ${mode}`;
        });
        figures.push({ what, ours, reference, unit: 'ms', goal: 0.1, note });
      }
      await storage.close();
      wide.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      figures.push({
        what: 'bytes on disk a reading of 12 channels',
        ours: usedBytes(join(folder, 'groundwatch.db')) / all,
        reference: usedBytes(join(folder, 'wide.db')) / all,
        unit: 'B',
        goal: 0.4,
        note: `${chunks.rows} of ${all} readings sealed; rollups included`,
      });
      return figures;
    }),
};
