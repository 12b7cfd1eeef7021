/** Curves of reports: readings themselves up to the bound, beyond it means within the range of what they stand for. */
import { describe, expect, it } from 'vitest';
import { mostPoints, reducedCurve } from '../../../../src/domain/reports/reduce.ts';

const minute = 60_000;
const series = (values: readonly number[], step = minute) => ({
  t: Float64Array.from(values, (_, index) => index * step),
  values: Float64Array.from(values),
});
const wave = (count: number) =>
  Array.from({ length: count }, (_, index) => Math.sin(index / 7) * 10 + (index % 3));

describe('a reduced curve', () => {
  it('is the readings themselves up to the bound, and means beyond it', () => {
    const at = (count: number) => reducedCurve(series(wave(count)), { from: 0, to: count * minute });
    const all = at(mostPoints);
    expect([all.t.length, all.low.length]).toEqual([mostPoints, 0]);
    expect(all.value).toEqual(wave(mostPoints));
    const some = at(mostPoints + 1);
    expect(some.t.length).toBeLessThanOrEqual(mostPoints);
    expect(some.low).toHaveLength(some.t.length);
  });

  it('has of each stretch the mean and the extremes', () => {
    const values = wave(5000);
    const [from, to, most] = [0, 5000 * minute, 90];
    const curve = reducedCurve(series(values), { from, to }, null, most);
    const width = (to - from) / most;
    expect(curve.t).toHaveLength(most);
    for (const [index, t] of curve.t.entries()) {
      const own = values.filter((_, at) => Math.floor((at * minute) / width) === index);
      expect(t).toBeCloseTo((index + 0.5) * width, 3);
      expect(curve.value[index]).toBeCloseTo(own.reduce((sum, one) => sum + one, 0) / own.length, 9);
      expect(curve.low[index]).toBe(Math.min(...own));
      expect(curve.high[index]).toBe(Math.max(...own));
    }
    // What is put together already has its own envelope.
    const wider = {
      low: Float64Array.from(values, (v) => v - 5),
      high: Float64Array.from(values, (v) => v + 5),
    };
    const outer = reducedCurve(series(values), { from, to }, wider, most);
    expect(outer.low[3]).toBeCloseTo((curve.low[3] ?? 0) - 5, 9);
    expect(outer.high[3]).toBeCloseTo((curve.high[3] ?? 0) + 5, 9);
  });

  it('leaves out a stretch without readings, and does not join what it parts', () => {
    const values = wave(5000).map((value, index) => (index >= 1000 && index < 2000 ? Number.NaN : value));
    const curve = reducedCurve(series(values), { from: 0, to: 5000 * minute }, null, 100);
    const gaps = curve.t.slice(1).map((t, index) => t - (curve.t[index] ?? 0));
    expect(gaps.filter((gap) => gap > curve.breakAfter)).toHaveLength(1);
    expect(Math.max(...gaps)).toBeGreaterThan(999 * minute);
    expect(curve.value.every(Number.isFinite)).toBe(true);
  });
});
