/** A site with readings whose figures a test knows: a tilt that moves evenly, with a gap, and rain of some days. */
import type { Reading } from '../../../src/server/storage/storage.ts';
import type { TestServer } from '../server.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** A week on the clocks of Shanghai. */
export const week = { from: Date.UTC(2026, 2, 1, 16), to: Date.UTC(2026, 2, 8, 16) } as const;
/** Every ten minutes; between these hours of the third day nothing came. */
export const cycle = 600;
export const gap = { from: week.from + 2 * day + 4 * hour, to: week.from + 2 * day + 16 * hour } as const;

/** Tilt, °: 0.02 a day, with a sine of the day that has no slope of its own over whole days. */
export const tiltAt = (t: number): { x: number; y: number } => ({
  x: Number((1 + (0.02 * (t - week.from)) / day).toFixed(4)),
  y: Number((-0.5 + 0.01 * Math.sin(((t - week.from) / day) * 2 * Math.PI)).toFixed(4)),
});
export const tiltTimes = (): number[] =>
  Array.from({ length: (7 * day) / (cycle * 1000) }, (_, i) => week.from + i * cycle * 1000).filter(
    (t) => t < gap.from || t >= gap.to,
  );

/** mm in the five minutes that end at a moment: heavy on the second day, light on the fifth. */
export const rainAt = (t: number): number => {
  const hours = (t - week.from) / hour;
  if (hours > 26 && hours <= 32) return 0.5;
  return hours > 100 && hours <= 101 ? 0.2 : 0;
};
export const rainTimes = (): number[] =>
  Array.from({ length: (7 * day) / 300_000 }, (_, i) => week.from + (i + 1) * 300_000);

/** Writes them for station 1 of company A: sensor 1 (tilt) is there, the gauge is added. Answers the gauge's id. */
export async function writeSiteOfReport({ running }: TestServer): Promise<number> {
  const { storage, board } = running;
  const gauge = await storage.write(async (db) => {
    await db.updateTable('rtus').set({ collection_cycle: cycle }).where('id', '=', 1).execute();
    await db
      .updateTable('projects')
      .set({ name: '莲花边坡监测 Lianhua', day_boundary: 0 })
      .where('id', '=', 1)
      .execute();
    await db.updateTable('stations').set({ name: '莲花 3 号边坡 斜面' }).where('id', '=', 1).execute();
    const { id } = await db
      .insertInto('sensors')
      .values({
        ...{ rtu_id: 1, slot: 1, kind: 17, name: null },
        ...{ install_state: 1, mount_mode: 0, mount_azimuth: 0 },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
  const reading = (
    sourceId: number,
    row: 'tilt' | 'rain',
    t: number,
    values: Reading['values'],
  ): Reading => ({
    ...{ sourceId, row, element: 0, t, receivedAt: t, historical: false, values },
  });
  await storage.readings.ingest(tiltTimes().map((t) => reading(1, 'tilt', t, tiltAt(t))));
  await storage.readings.ingest(
    rainTimes().map((t) => reading(gauge, 'rain', t, { amount: rainAt(t), interval: 300 })),
  );
  await board.load();
  return gauge;
}
