import { describe, expect, it } from 'vitest';
import { day, hour, type TimeSeries } from '../../../../src/domain/lenses/series.ts';
import { type Tangents, tangentLevel, tangentsOf } from '../../../../src/domain/lenses/tangent.ts';
import { noise } from './noise.ts';

const start = 1_790_000_000_000;
function made(value: (x: number) => number, scatter = 0.005, scale = 1): TimeSeries {
  const random = noise(4);
  const t = Float64Array.from({ length: 20 * 24 }, (_, i) => start + i * hour);
  return { t, values: t.map((at) => scale * (value((at - start) / day) + scatter * random())) };
}
const options = { window: day, steady: null };
const angles = (series: TimeSeries, own: Parameters<typeof tangentsOf>[1] = options): Tangents => {
  const found = tangentsOf(series, own);
  if (typeof found === 'string') throw new Error(found);
  return found;
};
/** Steady at 0.5 a day for 12 days, then twelve times as fast within 8 days, growing evenly. */
const growing = (x: number) => 0.5 * x + (x > 12 ? (5.5 * (x - 12) ** 2) / 16 : 0);

describe('the tangent angle', () => {
  it('has the published levels, at their borders from both sides', () => {
    expect([44.9, 45, 45.1, 80, 80.1, 85, 85.1, -20].map(tangentLevel)).toEqual([1, 1, 2, 2, 3, 3, 4, 1]);
  });

  it('is 45° while the rate is that of the steady stage', () => {
    const { angle, steady, now } = angles(made((x) => 0.5 * x));
    for (const one of angle) expect(Math.abs(one - 45)).toBeLessThan(1.5);
    expect(steady.rate).toBeCloseTo(0.5, 2);
    expect(steady.accelerates).toBe(false);
    expect(now?.angle).toBeCloseTo(45, 0);
  });

  it('is the arctangent of the rate over the steady rate as it grows, and has no scale', () => {
    const found = angles(made(growing));
    const other = angles(made(growing, 0.005, -40));
    found.t.forEach((at, i) => {
      const x = (at - start) / day;
      if (x < 1 || x > 19) return;
      const rate = 0.5 + (x > 12 ? (5.5 * (x - 12)) / 8 : 0);
      if (Math.abs(x - 12) > 0.7)
        expect(Math.abs((found.angle[i] as number) - (Math.atan(rate / 0.5) * 180) / Math.PI)).toBeLessThan(
          3,
        );
      expect(other.angle[i]).toBeCloseTo(found.angle[i] as number, 6);
    });
    expect(found.steady.accelerates).toBe(true);
    // The stage ends before the growth does begin to show, and its rate is the one before it.
    expect((found.steady.to - start) / day).toBeLessThan(12.5);
    expect(found.steady.rate).toBeCloseTo(0.5, 1);
    // Ten times the steady rate and more at the end: 84° and above.
    expect(found.now?.angle).toBeGreaterThan(83);
    expect(found.times.reduce((sum, one) => sum + one, 0) / day).toBeCloseTo(20, 0);
  });

  it('takes the steady stage that was chosen by hand', () => {
    const { angle, steady, now } = angles(made(growing), {
      window: day,
      steady: { from: start + 16 * day, to: start + 20 * day },
    });
    expect(steady.byHand).toBe(true);
    expect(steady.rate).toBeCloseTo(0.5 + (5.5 * 6) / 8, 0);
    expect(now?.angle).toBeLessThan(60);
    expect(angle[5]).toBeLessThan(15);
  });

  it('is none by a stage that stands still, or of too few readings', () => {
    expect(
      tangentsOf(
        made(() => 0, 0.1),
        options,
      ),
    ).toBe('still');
    const whole = made((x) => x);
    expect(tangentsOf({ t: whole.t.subarray(0, 29), values: whole.values.subarray(0, 29) }, options)).toBe(
      'few',
    );
  });
});
