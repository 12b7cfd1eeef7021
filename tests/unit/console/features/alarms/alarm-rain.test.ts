import { describe, expect, it } from 'vitest';
import {
  gaugeOf,
  gaugesNear,
  rainOfDay,
  rainRowsOf,
} from '../../../../../src/console/features/alarms/detail/use-alarm-rain.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 3, 1);
const reading = (t: number, values: Readonly<Record<string, number | string | null>>) => ({
  ...{ t, receivedAt: t, element: 0 },
  values,
});
const row = (t: number, amount: number | null, interval = 3600, dataType: number | null = null) => {
  const [found] = rainRowsOf([reading(t, { amount, interval, dataType })]);
  if (found === undefined) throw new Error('no row');
  return found;
};

describe('the gauge of a station', () => {
  const sensor = (id: number, slot: number, kind: number, installState = 1) => ({
    id,
    slot,
    kind,
    installState,
  });
  const [gauge, horn] = [17, 10];
  it('is the installed one of the lowest slot; null where there is none', () => {
    expect(gaugeOf([])).toBeNull();
    expect(gaugeOf([sensor(1, 1, horn), sensor(2, 2, gauge, 0)])).toBeNull();
    expect(gaugeOf([sensor(3, 7, gauge), sensor(4, 2, gauge), sensor(5, 1, gauge, 2)])).toBe(4);
  });
});

describe('the gauges near a station', () => {
  const [rain, tilt] = [17, 9];
  const at = (id: number, north: number, kinds: readonly number[], projectId = 1) => ({
    ...{ id, projectId, kinds: [...kinds], longitude: 100 },
    latitude: 30 + north / 111_000,
  });
  it('are those of its project, the nearest first; it itself is none of them', () => {
    const all = [
      at(1, 0, [rain, tilt]),
      at(2, 900, [tilt, rain]),
      at(3, -300, [rain]),
      at(4, 100, [tilt]),
      at(5, 50, [rain], 2),
      at(6, 900, [rain]),
      at(7, 90_000, [rain]),
    ];
    const near = gaugesNear(1, all);
    expect(near.map(({ station }) => station.id)).toEqual([3, 2, 6, 7]);
    expect(near[0]?.away).toBeGreaterThan(297);
    expect(near[0]?.away).toBeLessThan(303);
    expect(gaugesNear(99, all)).toEqual([]);
  });
});

describe('rain of 24 hours', () => {
  it('is that of the intervals that end in them; one that crosses the border counts by its share', () => {
    const rows = [
      row(start, 8),
      row(start + hour / 2, 4),
      row(start + 5 * hour, 2),
      row(start + 24 * hour, 1),
    ];
    // The first ends at the border, the second crosses it in its middle.
    expect(rainOfDay(rows, start + 24 * hour)).toBeCloseTo(2 + 2 + 1, 9);
    expect(rainOfDay(rows, start + 24 * hour - 1)).toBeCloseTo(2 + 2 + 1 * ((hour - 1) / hour), 4);
  });
  it('counts no test and nothing that is missing, and is not known without a row', () => {
    const test = 0;
    expect(rainOfDay([row(start + hour, 3, 3600, test)], start + 2 * hour)).toBe(0);
    expect(rainOfDay([row(start + hour, null)], start + 2 * hour)).toBeNull();
    expect(rainOfDay([], start)).toBeNull();
  });
  it('takes texts and what is not there as nothing known', () => {
    expect(rainRowsOf([reading(start, { amount: 'x', interval: null })])).toEqual([
      { t: start, amount: null, interval: null, dataType: null, resolution: null },
    ]);
  });
});
