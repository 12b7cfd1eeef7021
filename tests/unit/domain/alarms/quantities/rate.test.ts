/** Rates, statistics of windows and values that stand still, against the normal equations and by hand. */
import { describe, expect, it } from 'vitest';
import { acceleration } from '../../../../../src/domain/alarms/quantities/acceleration.ts';
import { rate } from '../../../../../src/domain/alarms/quantities/rate.ts';
import { stuck } from '../../../../../src/domain/alarms/quantities/stuck.ts';
import { windowStatistic } from '../../../../../src/domain/alarms/quantities/window-statistic.ts';
import { between, unit } from '../../../../../src/simulator/random.ts';
import {
  day,
  evaluate,
  evidenceOf,
  hour,
  minute,
  reading,
  series,
  slopeOf,
  start,
  times,
} from './evidence.ts';

type Points = readonly (readonly [at: number, value: number | null])[];
const crack = (points: Points, options = {}) =>
  evidenceOf(
    'crack',
    'opening',
    series(
      'opening',
      points.map(([at, value]) => [start + at, value]),
    ),
    options,
  );

describe('rate', () => {
  const line = times(-24 * hour, 0, hour).map((at) => [at, 7 + (2.5 * at) / day] as const);
  it('of a line is its slope', () => {
    expect(evaluate(rate, crack(line))).toBeCloseTo(2.5, 9);
    expect(evaluate(rate, crack(line), { window: 6 })).toBeCloseTo(2.5, 9);
  });
  it('of random readings is that of the normal equations', () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const points = times(-24 * hour, 0, hour)
        .filter((_, n) => n === 0 || n === 24 || unit(seed, n) > 0.3)
        .map((at, n) => [at, between(seed, 100 + n, -5, 5)] as const);
      const expected = slopeOf(points.map(([at, value]) => [at / hour, value]));
      expect(evaluate(rate, crack(points))).toBeCloseTo(expected * 24, 8);
    }
  });
  it('needs 4 readings that span half of the window', () => {
    const at = (...hours: readonly number[]) => crack(hours.map((h) => [h * hour, h]));
    expect(evaluate(rate, at(-12, -6, -3, 0))).toBeCloseTo(24, 9);
    expect(evaluate(rate, at(-12, -6, 0))).toBeNull();
    expect(evaluate(rate, at(-11.99, -6, -3, 0))).toBeNull();
  });
  it('has its window closed at the start', () => {
    const points = (first: number) => crack([[first, 100], ...line.slice(12)]);
    expect(evaluate(rate, points(-24 * hour))).not.toBeCloseTo(2.5, 3);
    expect(evaluate(rate, points(-24 * hour - 1))).toBeCloseTo(2.5, 9);
  });
  it('is unknown where the moment has no value, and passes over what is missing before', () => {
    expect(evaluate(rate, crack([...line.slice(0, -1), [0, null]]))).toBeNull();
    expect(evaluate(rate, crack(line.map(([at, v], n) => [at, n % 3 === 1 ? null : v])))).toBeCloseTo(2.5, 9);
  });
  it('is of the present datum alone', () => {
    const stepped = line.map(([at, v]) => [at, at < -13 * hour ? v + 1000 : v] as const);
    expect(evaluate(rate, crack(stepped, { datumAt: start - 13 * hour }))).toBeCloseTo(2.5, 9);
    expect(evaluate(rate, crack(stepped, { datumAt: start - 14 * hour }))).not.toBeCloseTo(2.5, 3);
    expect(evaluate(rate, crack(line, { datumAt: start - 12 * hour }))).toBeCloseTo(2.5, 9);
    expect(evaluate(rate, crack(line, { datumAt: start - 12 * hour + 1 }))).toBeNull();
  });
  it('has none for a bearing', () => {
    const bearings = series(
      'azimuth',
      line.map(([at, v]) => [start + at, v]),
    );
    expect(evaluate(rate, evidenceOf('tilt', 'azimuth', bearings))).toBeNull();
  });
});

describe('acceleration', () => {
  const parabola = times(-72 * hour, 0, hour).map(
    (at) => [at, 7 - at / day + 0.8 * (at / day) ** 2] as const,
  );
  it('of a parabola is twice its coefficient, and of a line none', () => {
    expect(evaluate(acceleration, crack(parabola))).toBeCloseTo(1.6, 8);
    expect(evaluate(acceleration, crack(parabola), { window: 24 })).toBeCloseTo(1.6, 8);
    const line = parabola.map(([at]) => [at, 1e6 + (2.5 * at) / day] as const);
    expect(evaluate(acceleration, crack(line))).toBeCloseTo(0, 6);
  });
  it('of random readings is that of the normal equations, by determinants', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const points = times(-72 * hour, 0, hour)
        .filter((_, n) => n === 0 || n === 72 || unit(seed, n) > 0.4)
        .map((at, n) => [at, between(seed, 100 + n, -5, 5)] as const);
      const sum = (of: (t: number, v: number) => number) =>
        points.reduce((all, [at, v]) => all + of(at / day, v), 0);
      const s = [0, 1, 2, 3, 4].map((power) => sum((t) => t ** power)) as [
        number,
        number,
        number,
        number,
        number,
      ];
      const v = [0, 1, 2].map((power) => sum((t, value) => t ** power * value)) as [number, number, number];
      const det = (m: readonly (readonly [number, number, number])[]) => {
        const [[a, b, c], [d, e, f], [g, h, i]] = m as [
          [number, number, number],
          [number, number, number],
          [number, number, number],
        ];
        return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
      };
      const whole = det([
        [s[0], s[1], s[2]],
        [s[1], s[2], s[3]],
        [s[2], s[3], s[4]],
      ]);
      const third = det([
        [s[0], s[1], v[0]],
        [s[1], s[2], v[1]],
        [s[2], s[3], v[2]],
      ]);
      expect(evaluate(acceleration, crack(points))).toBeCloseTo((2 * third) / whole, 6);
    }
  });
  it('needs 5 readings that span half of the window, of the present datum', () => {
    const at = (...hours: readonly number[]) => crack(hours.map((h) => [h * hour, (h / 24) ** 2]));
    expect(evaluate(acceleration, at(-36, -20, -10, -3, 0))).toBeCloseTo(2, 8);
    expect(evaluate(acceleration, at(-36, -20, -10, 0))).toBeNull();
    expect(evaluate(acceleration, at(-35.9, -20, -10, -3, 0))).toBeNull();
    expect(evaluate(acceleration, crack(parabola, { datumAt: start - 20 * hour }))).toBeNull();
  });
});

describe('statistics of a window', () => {
  const all = ['cumulative', 'maximum', 'minimum', 'mean', 'spread'] as const;
  const of = (points: Points, options = {}) =>
    all.map((statistic) => evaluate(windowStatistic, crack(points, options), { statistic, window: 24 }));
  it('are those of a loop over all readings', () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const points = times(-40 * hour, 0, hour).map(
        (at, n) => [at, Math.round(between(seed, n, -900, 900)) / 100] as const,
      );
      const inside = points.filter(([at]) => at > -24 * hour).map(([, value]) => value);
      const sum = inside.reduce((a, b) => a + b, 0);
      const sorted = inside.toSorted((a, b) => a - b);
      const [least = 0, most = 0] = [sorted[0], sorted.at(-1)];
      const found = of(points);
      for (const [index, expected] of [sum, most, least, sum / 24, most - least].entries())
        expect(found[index]).toBeCloseTo(expected, 4);
    }
  });
  it('leave the start of the window out', () => {
    const points = (first: number) =>
      [[first, 100], ...times(-20 * hour, 0, hour).map((at) => [at, 1] as const)] as const;
    expect(of(points(-24 * hour))).toEqual([21, 1, 1, 1, 0]);
    expect(of(points(-24 * hour + 1))[1]).toBe(100);
  });
  it('are of few readings too, but for mean and spread, which need 4 over half of the window', () => {
    expect(of([[0, 3]])).toEqual([3, 3, 3, null, null]);
    const three = [-12, -6, 0].map((h) => [h * hour, 2] as const);
    expect(of(three)).toEqual([6, 2, 2, null, null]);
    expect(of([...three, [1, 2]], { t: start + 1 })).toEqual([8, 2, 2, 2, 0]);
    expect(of([[-11.99, -6, -3, 0].map((h) => [h * hour, 2] as const)].flat())).toEqual([
      8,
      2,
      2,
      null,
      null,
    ]);
  });
  it('are unknown where the moment has no value, and do not count what is missing or of another datum', () => {
    expect(
      of([
        [-hour, 1],
        [0, null],
      ]),
    ).toEqual([null, null, null, null, null]);
    const points = [
      [-2 * hour, 50],
      [-hour, null],
      [0, 1],
    ] as const;
    expect(of(points)[1]).toBe(50);
    expect(of(points, { datumAt: start - 2 * hour })[1]).toBe(50);
    expect(of(points, { datumAt: start - 2 * hour + 1 })[1]).toBe(1);
  });
  it('do not count test tips', () => {
    const tips = [
      reading(start - hour, { amount: 30, dataType: 0 }),
      reading(start - minute, { amount: 2, dataType: 1 }),
      reading(start, { amount: 1, dataType: null }),
    ];
    const rain = evidenceOf('rain', 'amount', tips);
    expect(evaluate(windowStatistic, rain, { statistic: 'maximum' })).toBe(2);
    expect(evaluate(windowStatistic, rain, { statistic: 'cumulative' })).toBe(3);
  });
});

describe('a value that does not move', () => {
  const hours = (...values: readonly (number | null)[]) =>
    evaluate(stuck, crack(values.map((value, n) => [(n - values.length + 1) * hour, value])), { window: 5 });
  it('is counted from the first of the equal readings', () => {
    expect(hours(1, 2, 3, 3, 3)).toBe(2);
    expect(hours(3, 2, 3)).toBe(0);
    expect(hours(3)).toBe(0);
    expect(hours(3, 3 + 1e-9)).toBe(0);
  });
  it('passes over what is missing, and is unknown where the moment is', () => {
    expect(hours(2, 3, null, 3)).toBe(2);
    expect(hours(3, 3, null)).toBeNull();
  });
  it('is no more than its window, whose start counts', () => {
    expect(hours(3, 3, 3, 3, 3, 3, 3, 3, 3)).toBe(5);
    expect(
      evaluate(
        stuck,
        crack([
          [-5 * hour - 1, 3],
          [0, 3],
        ]),
        { window: 5 },
      ),
    ).toBe(0);
  });
});
