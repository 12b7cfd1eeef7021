import type { Bench } from './bench.ts';
import { median } from './bench.ts';
import { MINUTE, tilt, withBoth } from './storage-data.ts';

const SENSORS = 10_000;
const ROWS = 200;

/** The newest rows of 10,000 sensors against finding them among their readings. */
export const bench: Bench = {
  id: 'P9',
  title: 'latest row of 10,000 sensors (2M rows)',
  run: () =>
    withBoth(async (storage, wide) => {
      const ids = Array.from({ length: SENSORS }, (_, i) => i + 1);
      for (let i = 0; i < ROWS; i += 1) {
        const batch = ids.map((id) => tilt(id, Date.UTC(2026, 0, 1) + i * MINUTE));
        await storage.readings.ingest(batch);
        wide.insert(batch);
      }
      const newest = wide.database.prepare(
        `SELECT wide.* FROM wide JOIN (SELECT source_id, max(t) AS t FROM wide GROUP BY source_id) AS last
         ON wide.source_id = last.source_id AND wide.t = last.t`,
      );
      const ranked = wide.database.prepare(
        `SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY source_id ORDER BY t DESC) AS nth FROM wide)
         WHERE nth = 1`,
      );
      const joined = await median(3, () => newest.all().length);
      const reference = await median(3, () => ranked.all().length);
      const start = performance.now();
      await storage.readings.latest('tilt', ids);
      const cold = performance.now() - start;
      const ours = await median(9, () => storage.readings.latest('tilt', ids));
      return [
        {
          ours,
          reference,
          unit: 'ms',
          goal: 0.01,
          note: `first question ${cold.toFixed(0)} ms; reference: row_number() over each sensor`,
        },
        { what: 'the same against max(t) by index', ours, reference: joined, unit: 'ms', goal: 1 },
      ];
    }),
};
