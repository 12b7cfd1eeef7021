/** One pass over a sensor's rows says what the reads say that pass over them each: with gaps, late rows, faults and sealed weeks. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enumValues } from '../../../src/catalogue/enum-values.ts';
import { randomOf } from '../../../src/domain/lenses/random.ts';
import { readSeries } from '../../../src/server/reports/read-series.ts';
import { openReading, type ReadConnection } from '../../../src/server/storage/reading.ts';
import { readsOf } from '../../../src/server/storage/readings/reads.ts';
import type { Reading } from '../../../src/server/storage/storage.ts';
import { openBoth, reading } from '../../support/storage-fixture.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const T0 = Math.floor(Date.UTC(2026, 4, 14) / WEEK) * WEEK;
const fault = enumValues.runState.indexOf('fault');

let both: Awaited<ReturnType<typeof openBoth>>;
const readings: ReadConnection[] = [];
beforeAll(async () => {
  both = await openBoth(40);
});
afterAll(async () => {
  for (const one of readings) await one.close();
  await both?.close();
});

/** Three weeks of readings as they come: some are missing, some come late, some are faults or without a value. */
function made(sourceId: number, seed: number): Reading[] {
  const random = randomOf(seed);
  const rows: Reading[] = [];
  for (let t = T0 + Math.floor(random() * 10 * MINUTE); t < T0 + 3 * WEEK; t += 10 * MINUTE) {
    const chance = random();
    if (chance < 0.02) t += Math.floor(random() * 9 * HOUR);
    const values: Reading['values'] =
      chance > 0.99
        ? { x: 1, runState: fault }
        : chance > 0.97
          ? { temperature: 20 }
          : chance > 0.96
            ? { y: 2 }
            : { x: 3 + random(), y: 1 };
    const late = chance > 0.5 && chance < 0.53 ? Math.floor(random() * 2 * HOUR) : 1000;
    rows.push(reading(sourceId, t, values, { receivedAt: t + late }));
    if (chance > 0.4 && chance < 0.41) rows.push(reading(sourceId, t + 1, { x: 9 }));
  }
  return rows;
}

/** The same by the reads, as the room asked them before: one after the other. */
async function byReads(
  { source }: ReadConnection,
  sourceId: number,
  asked: { from: number; to: number; until: number; cycle: number; sendCycle: number },
) {
  const reads = readsOf(source);
  const { from, to, until, cycle, sendCycle } = asked;
  const key = { sourceId, row: 'tilt', element: 0 } as const;
  const found = await reads.history({ ...key, channels: ['x'], from, to, bins: 1500, rawUpTo: 6000 });
  const [overview] = await reads.overview('tilt', [sourceId]);
  const since = Math.max(from, overview?.firstAt ?? to);
  const isDue = since < until;
  return {
    count: await source.count(key, from, to),
    t: [...found.t],
    values: [...(found.channels[0]?.value ?? [])],
    arrival: isDue ? await reads.arrivals({ row: 'tilt', sourceId, from: since, to: until, cycle }) : null,
    gaps: isDue ? await reads.gaps({ ...key, from: since, to: until, cycle, sendCycle }) : [],
  };
}

describe.each(['sqlite', 'postgres'] as const)('a series in one pass, on %s', (dialect) => {
  const open = () => {
    const { storage } = both.fixtures[dialect];
    const opened = openReading(storage.reach);
    readings.push(opened);
    return opened;
  };
  const onePass = async (
    connection: ReadConnection,
    sourceId: number,
    asked: { from: number; to: number; until: number; cycle: number; sendCycle: number },
    most = 6000,
  ) => {
    const { from, to, until, cycle, sendCycle } = asked;
    const key = { sourceId, row: 'tilt', element: 0 } as const;
    const due = { until, cycle, sendCycle };
    const found = await readSeries(connection.source, { ...key, channel: 'x', from, to, due }, most);
    return found === null
      ? null
      : {
          ...{ count: found.series.t.length, t: [...found.series.t], values: [...found.series.values] },
          ...{ arrival: found.arrival, gaps: found.gaps },
        };
  };

  test('is what the reads say, whatever is missing, late, faulty or sealed, and wherever the period is cut', async () => {
    const { storage, sensor } = both.fixtures[dialect];
    const connection = open();
    for (let seed = 1; seed <= 6; seed += 1) {
      const id = sensor('shanghai');
      await storage.readings.ingest(made(id, seed));
      // Some with summaries of their days, some sealed in part.
      if (seed % 2 === 0) await storage.readings.seal('tilt', [id], T0 + (seed / 2) * WEEK);
      for (const [from, to, until] of [
        [T0 - 3 * DAY, T0 + 4 * WEEK, T0 + 4 * WEEK],
        [T0 + 5 * HOUR + 7, T0 + 2 * WEEK + 3 * HOUR, T0 + WEEK],
        [T0 + 9 * DAY, T0 + 10 * DAY, T0 + 10 * DAY],
        [T0 - WEEK, T0, T0],
        [T0 + 5 * WEEK, T0 + 6 * WEEK, T0 + 6 * WEEK],
      ] as const)
        for (const [cycle, sendCycle] of [
          [600, 600],
          [1800, 7200],
        ] as const) {
          const asked = { from, to, until, cycle, sendCycle };
          expect(await onePass(connection, id, asked), JSON.stringify({ seed, ...asked })).toEqual(
            await byReads(connection, id, asked),
          );
        }
    }
  });

  test('a row is late from its delay on, and not at it', async () => {
    const { storage, sensor } = both.fixtures[dialect];
    const id = sensor('berlin');
    const connection = open();
    await storage.readings.ingest(
      [0, 1, 2].map((nth) =>
        reading(
          id,
          T0 + nth * 10 * MINUTE,
          { x: 1 },
          { receivedAt: T0 + nth * 10 * MINUTE + 15 * MINUTE + (nth - 1) },
        ),
      ),
    );
    const asked = { from: T0, to: T0 + HOUR, until: T0 + 30 * MINUTE, cycle: 600, sendCycle: 600 };
    const found = await onePass(connection, id, asked);
    expect(found?.gaps).toEqual([{ kind: 'resent', from: T0 + 20 * MINUTE, to: T0 + 20 * MINUTE, count: 1 }]);
    expect(found?.arrival).toEqual({ expected: 3, received: 3 });
  });

  test('more rows than are looked at, and removed readings, are for the other way', async () => {
    const { storage, sensor } = both.fixtures[dialect];
    const id = sensor('kathmandu');
    const connection = open();
    await storage.readings.ingest(made(id, 99));
    const asked = { from: T0, to: T0 + 3 * WEEK, until: T0 + 3 * WEEK, cycle: 600, sendCycle: 600 };
    const { count } = await byReads(connection, id, asked);
    const slow = { ...asked, cycle: 86_400 };
    expect(await onePass(connection, id, slow, count)).not.toBeNull();
    expect(await onePass(connection, id, slow, count - 1)).toBeNull();
  });
});
