import { describe, expect, it } from 'vitest';
import { readCapture, readCaptures } from '../../../../src/server/sites/captures.ts';
import type { RowsQuery, StoredReading } from '../../../../src/server/storage/storage.ts';
import { events } from '../../../../src/simulator/collect.ts';
import { planFleet } from '../../../../src/simulator/fleet/index.ts';
import { sensorMemory } from '../../../../src/simulator/parameters.ts';

const anchor = Date.UTC(2026, 6, 20, 4);
const day = 86_400_000;
const fleet = planFleet({ seed: 3, anchor, stations: 60 });
const sensors = fleet.projects
  .flatMap(({ stations }) => stations)
  .flatMap(({ rtu }) => rtu.sensors.map((sensor) => ({ sensor, memory: sensorMemory(rtu, sensor) })));
/** Captures and blasts of sixty days of the sensors of a kind. */
const eventsOf = (code: number) =>
  sensors
    .filter(({ sensor }) => sensor.kind.code === code)
    .map(({ sensor, memory }) => events(sensor, memory, anchor - 60 * day, anchor));

const stored = (t: number, values: StoredReading['values']): StoredReading => ({
  sourceId: 1,
  row: 'waveform',
  element: 0,
  t,
  receivedAt: t + 1000,
  values,
});
/** A store that has these rows. */
const storeOf = (rows: readonly StoredReading[]) => ({
  rows: async ({ from, to, limit }: RowsQuery) => {
    const found = rows.filter(({ t }) => t >= from && t < to).toSorted((a, b) => b.t - a.t);
    return { rows: found.slice(0, limit), total: found.length };
  },
});
const bytes = (samples: readonly number[]) => new Uint8Array(Float32Array.from(samples).buffer);
const range = { sourceId: 1, from: 0, to: anchor + 1, limit: 100 };

describe('the list of captures', () => {
  it('has the peak of the blast’s row within rounding, and a frequency of the strongest axis', async () => {
    let checked = 0;
    for (const found of eventsOf(15)) {
      const waves = found.filter(({ row }) => row === 'waveform').map(({ t, values }) => stored(t, values));
      const { captures } = await readCaptures(storeOf(waves), { ...range, kind: 15 });
      for (const { t, peak, frequency, axes } of captures) {
        const blast = found.find((one) => one.row === 'blast' && one.t === t)?.values;
        if (blast === undefined) continue;
        expect(Math.abs((peak ?? 0) - Number(blast['ppv']))).toBeLessThan(0.005001);
        const strongest = (['X', 'Y', 'Z'] as const).reduce((most, axis) =>
          Number(blast[`ppv${axis}`]) > Number(blast[`ppv${most}`]) ? axis : most,
        );
        // 2 s at 500 Hz: bins of about 1 Hz; a swing that dies away is a little wider.
        expect(Math.abs((frequency ?? 0) - Number(blast[`dominantFrequency${strongest}`]))).toBeLessThan(2);
        expect(axes).toBe(3);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(50);
  });
  it('takes gravity off an accelerometer', async () => {
    const wave = stored(anchor, {
      samplingRate: 100,
      triggerCause: 0,
      x: bytes([10, 10, 13, 7]),
      y: bytes([0, 0, 4, -4]),
      z: bytes([-1000, -1000, -1000, -1000]),
    });
    const [capture] = (await readCaptures(storeOf([wave]), { ...range, kind: 9 })).captures;
    expect(capture?.peak).toBeCloseTo(5, 6);
    expect(capture?.frequency).toBeNull();
    expect(capture?.samples).toBe(4);
    const [asVelocity] = (await readCaptures(storeOf([wave]), { ...range, kind: 15 })).captures;
    expect(asVelocity?.peak).toBeGreaterThan(1000);
  });
  it('says which axes did not come whole, and counts beyond what it lists', async () => {
    const waves = [1, 2, 3].map((n) =>
      stored(n, {
        samplingRate: 100,
        ...(n === 1 ? {} : { x: bytes([1, 2]) }),
        ...(n === 3 ? { y: bytes([1]) } : {}),
      }),
    );
    const { total, captures } = await readCaptures(storeOf(waves), { ...range, kind: 9, limit: 2 });
    expect(total).toBe(3);
    expect(captures.map(({ t, axes }) => [t, axes])).toEqual([
      [3, 1],
      [2, 1],
    ]);
    const [nothing] = (await readCaptures(storeOf(waves), { ...range, kind: 9 })).captures.slice(-1);
    expect(nothing).toMatchObject({ axes: 0, peak: null, frequency: null, samples: 0 });
  });
});

describe('one capture', () => {
  const waves = [5, 9].map((t) => stored(t, { samplingRate: 200, triggerCause: 1, x: bytes([t]) }));
  it('is that of its very time, or the newest', async () => {
    expect(await readCapture(storeOf(waves), 1, 5, anchor)).toMatchObject({
      t: 5,
      x: [5],
      y: [],
      samplingRate: 200,
    });
    expect((await readCapture(storeOf(waves), 1, undefined, anchor))?.t).toBe(9);
    expect(await readCapture(storeOf(waves), 1, 6, anchor)).toBeNull();
  });
});
