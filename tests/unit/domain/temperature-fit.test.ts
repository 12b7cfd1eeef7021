import { describe, expect, it } from 'vitest';
import {
  correctedBy,
  fitTemperature,
  type TemperatureFit,
} from '../../../src/domain/readings/temperature-fit.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Noise that is the same in every run: uniform, with a standard deviation of 1. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return (state / 2 ** 32 - 0.5) * Math.sqrt(12);
  };
}

function series(of: {
  coefficient: number;
  lag: number;
  trend: number;
  noise: number;
  days?: number;
  seed?: number;
}) {
  const random = noise(of.seed ?? 1);
  const weather = (t: number) =>
    12 + 8 * Math.sin((2 * Math.PI * t) / day) + 3 * Math.sin((2 * Math.PI * t) / (4.3 * day));
  const count = ((of.days ?? 14) * day) / (hour / 6);
  const t = Float64Array.from({ length: count }, (_, i) => i * (hour / 6));
  return {
    t,
    temperatures: t.map(weather),
    values: t.map(
      (at) => 5 + of.coefficient * weather(at - of.lag) + (of.trend * at) / day + of.noise * random(),
    ),
  };
}
const fitted = (s: ReturnType<typeof series>): TemperatureFit => {
  const fit = fitTemperature(s.t, s.values, s.temperatures);
  if (typeof fit === 'string') throw new Error(fit);
  return fit;
};

describe('the fit of a value to its temperature', () => {
  it('finds coefficient, lag and trend that the series was made with', () => {
    const fit = fitted(series({ coefficient: -0.04, lag: 2 * hour, trend: 0.03, noise: 0.02 }));
    expect(Math.abs(fit.coefficient + 0.04)).toBeLessThan(fit.uncertainty);
    expect(fit.uncertainty).toBeLessThan(0.002);
    expect(Math.abs(fit.lag - 2 * hour)).toBeLessThanOrEqual(hour / 2);
    expect(fit.trend).toBeCloseTo(0.03, 3);
    expect(fit.explained).toBeGreaterThan(0.98);
    expect(fit.after).toBeCloseTo(0.02, 2);
    expect(fit.before).toBeGreaterThan(0.2);
  });
  it('has the true coefficient in its range in about 95 of 100 series', () => {
    let inside = 0;
    for (let seed = 1; seed <= 100; seed += 1) {
      const fit = fitted(series({ coefficient: 0.1, lag: 0, trend: 0, noise: 0.8, days: 4, seed }));
      if (Math.abs(fit.coefficient - 0.1) <= fit.uncertainty) inside += 1;
    }
    expect(inside).toBeGreaterThanOrEqual(90);
  });
  it('equals plain least squares where there is no lag and no trend', () => {
    const s = series({ coefficient: 0.5, lag: 0, trend: 0, noise: 0.5 });
    const fit = fitted(s);
    // Two unknowns and a trend, by the normal equations written out.
    const n = s.t.length;
    const rows = Array.from({ length: n }, (_, i) => [1, s.temperatures[i] ?? 0, (s.t[i] ?? 0) / day]);
    const a = [0, 1, 2].map((r) =>
      [0, 1, 2].map((c) => rows.reduce((sum, x) => sum + (x[r] ?? 0) * (x[c] ?? 0), 0)),
    );
    const b = [0, 1, 2].map((r) => rows.reduce((sum, x, i) => sum + (x[r] ?? 0) * (s.values[i] ?? 0), 0));
    for (let p = 0; p < 3; p += 1)
      for (let r = p + 1; r < 3; r += 1) {
        const factor = (a[r]?.[p] ?? 0) / (a[p]?.[p] ?? 1);
        for (let c = p; c < 3; c += 1) (a[r] as number[])[c] = (a[r]?.[c] ?? 0) - factor * (a[p]?.[c] ?? 0);
        b[r] = (b[r] ?? 0) - factor * (b[p] ?? 0);
      }
    const trend = (b[2] ?? 0) / (a[2]?.[2] ?? 1);
    const coefficient = ((b[1] ?? 0) - (a[1]?.[2] ?? 0) * trend) / (a[1]?.[1] ?? 1);
    if (fit.lag === 0) {
      expect(fit.coefficient).toBeCloseTo(coefficient, 9);
      expect(fit.trend).toBeCloseTo(trend, 9);
    } else expect(Math.abs(fit.coefficient - coefficient)).toBeLessThan(fit.uncertainty);
  });
  it('explains nothing of a value that does not depend on it', () => {
    const fit = fitted(series({ coefficient: 0, lag: 0, trend: 0.1, noise: 1 }));
    expect(Math.abs(fit.coefficient)).toBeLessThan(2 * fit.uncertainty);
    expect(fit.explained).toBeLessThan(0.02);
  });
  it('is not made of few readings, a short time or a temperature that stands still', () => {
    const s = series({ coefficient: 1, lag: 0, trend: 0, noise: 0 });
    const first = (count: number) => fitTemperature(s.t.slice(0, count), s.values, s.temperatures);
    expect(first(47)).toBe('few');
    expect(first(48)).toBe('short');
    expect(first(144)).toBe('short');
    expect(typeof first(146)).toBe('object');
    expect(
      fitTemperature(
        s.t,
        s.values,
        s.t.map(() => 10),
      ),
    ).toBe('still');
    expect(fitTemperature([], [], [])).toBe('few');
    expect(
      fitTemperature(
        s.t,
        s.values,
        s.t.map(() => Number.NaN),
      ),
    ).toBe('few');
  });
});

describe('values that were corrected', () => {
  it('are those of the mean temperature, and keep the trend', () => {
    const s = series({ coefficient: 0.5, lag: 0, trend: 0.2, noise: 0 });
    const fit = fitted(s);
    const corrected = correctedBy(fit, s.t, s.values, s.temperatures);
    const expected = s.t.map((t) => 5 + 0.5 * fit.mean + (0.2 * t) / day);
    for (let i = 0; i < corrected.length; i += 200) expect(corrected[i]).toBeCloseTo(expected[i] ?? 0, 6);
    expect(s.values[0]).toBe(5 + 0.5 * 12);
  });
  it('are unknown where the temperature of then is', () => {
    const fit = { coefficient: 1, lag: hour, mean: 10 };
    const corrected = correctedBy(fit, [0, hour, 2 * hour], [1, 2, 3], [10, 11, 12]);
    expect(corrected[0]).toBeNaN();
    expect([...corrected.slice(1)]).toEqual([2, 2]);
  });
});
