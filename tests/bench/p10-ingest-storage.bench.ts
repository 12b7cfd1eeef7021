import type { Bench } from './bench.ts';
import { channels, MINUTE, tilt, withBoth } from './storage-data.ts';

const SENSORS = 10_000;
const ROUNDS = 60;

/** The storage's part of ingest: deduplicated, latest moved, rollups kept, committed; against bare inserts. */
export const bench: Bench = {
  id: 'P10',
  title: 'ingest, storage part: 10,000 sensors, batches of 10,000 rows × 12',
  run: () =>
    withBoth(async (storage, wide) => {
      let [ours, reference] = [0, 0];
      for (let round = 0; round < ROUNDS; round += 1) {
        const t = Date.UTC(2026, 0, 1) + round * MINUTE;
        const batch = Array.from({ length: SENSORS }, (_, i) => tilt(i + 1, t));
        const start = performance.now();
        await storage.readings.ingest(batch);
        const middle = performance.now();
        wide.insert(batch);
        ours += middle - start;
        reference += performance.now() - middle;
      }
      const perSecond = (ms: number): number => (SENSORS * ROUNDS * 1000) / ms;
      return [
        {
          ours: perSecond(ours),
          reference: perSecond(reference),
          unit: 'rows/s',
          goal: 0.5,
          better: 'higher',
          note: `${Math.round((perSecond(ours) * channels.length) / 1000)}k values/s; reference: plain inserts with a key`,
        },
      ];
    }),
};
