import type { Bench, Figure } from './bench.ts';
import { median } from './bench.ts';
import { DAY, MINUTE, tilt, withBoth } from './storage-data.ts';

const T0 = Date.UTC(2016, 0, 1);
const shown = ['x', 'y', 'tilt', 'temperature'];

/** History on the server against scanning one wide SQLite table. */
export const bench: Bench = {
  id: 'P8',
  title: 'history query on the server',
  run: () =>
    withBoth(async (storage, wide): Promise<Figure[]> => {
      const years = 3652 * DAY;
      const fill = async (sourceId: number, cycle: number, span: number): Promise<void> => {
        for (let from = 0; from < span; from += 10 * DAY) {
          const count = Math.min(10 * DAY, span - from) / cycle;
          const batch = Array.from({ length: count }, (_, i) => tilt(sourceId, T0 + from + i * cycle));
          await storage.readings.ingest(batch);
          wide.insert(batch);
        }
      };
      await fill(1, MINUTE, years);
      await fill(2, 5 * MINUTE, 91 * DAY);
      await storage.readings.settle();
      const scan = wide.database.prepare(
        `SELECT t, ${shown.join(', ')} FROM wide WHERE source_id = ? AND t >= ? AND t < ? ORDER BY t`,
      );
      const cases = [
        { what: '26k rows × 4, raw', sourceId: 2, span: 91 * DAY, bins: 20_000, goal: 1, runs: 9 },
        {
          what: '43k rows (30 days) → 2,000 bins',
          sourceId: 1,
          span: 30 * DAY,
          bins: 2000,
          goal: 1,
          runs: 9,
        },
        {
          what: '525k rows (a year) → 2,000 bins',
          sourceId: 1,
          span: 365 * DAY,
          bins: 2000,
          goal: 0.05,
          runs: 5,
        },
        {
          what: '5.26M rows (10 years) → 2,000 bins',
          sourceId: 1,
          span: years,
          bins: 2000,
          goal: 0.01,
          runs: 3,
        },
      ];
      const figures: Figure[] = [];
      for (const { what, sourceId, span, bins, goal, runs } of cases) {
        const [from, to] = [T0, T0 + span];
        const query = { sourceId, row: 'tilt', element: 0, channels: shown, from, to, bins } as const;
        let note = '';
        // In slices: all rows of ten years at once would mostly measure the garbage collector.
        const reference = await median(runs, () => {
          for (let at = from; at < to; at += 30 * DAY) scan.all(sourceId, at, Math.min(at + 30 * DAY, to));
        });
        const ours = await median(runs * 3, async () => {
          const { mode, step, t } = await storage.readings.history(query);
          note = mode === 'raw' ? `${t.length} rows` : `${t.length} bins of ${step / MINUTE} min`;
        });
        figures.push({ what, ours, reference, unit: 'ms', goal, note });
      }
      return figures;
    }),
};
