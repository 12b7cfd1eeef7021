/** The figures of a report's sensors against calculations of the test, and the share of a limit from both sides of each border. */
import { describe, expect, it } from 'vitest';
import { figuresOf, rateOver, shareOf } from '../../../../src/domain/reports/figures.ts';
import type { ReportLimit } from '../../../../src/domain/reports/model.ts';

const hour = 3_600_000;
const day = 24 * hour;
const series = (values: readonly number[], step = hour) => ({
  t: Float64Array.from(values, (_, index) => index * step),
  values: Float64Array.from(values),
});
const limitOf = (given: Partial<ReportLimit>): ReportLimit => ({
  ...{ rank: 1, quantity: 'value', limit: 10, side: 'above', either: false, ruleName: 'r', version: 1 },
  ...given,
});
const ends = (least: number, most: number) => ({ first: least, last: most, least, most });
const rateOf = (perDay: number) => ({ perDay, low: perDay, high: perDay });
const part = (limit: Partial<ReportLimit>, least: number, most: number, perDay: number | null = null) =>
  shareOf([limitOf(limit)], ends(least, most), perDay === null ? null : rateOf(perDay))?.part ?? null;

describe('the share of a limit', () => {
  it('is that of the value that comes nearest to it', () => {
    expect(part({ limit: 10 }, -20, 4)).toBeCloseTo(0.4);
    expect(part({ limit: -10, side: 'below' }, -4, 20)).toBeCloseTo(0.4);
    // The amount, whatever its direction.
    expect(part({ limit: 10, either: true }, -8, 4)).toBeCloseTo(0.8);
    expect(part({ limit: 10, either: true }, -4, 8)).toBeCloseTo(0.8);
  });

  it('is none where the limit is not approached from zero, or has no measure', () => {
    expect(part({ limit: -10 }, -20, 4)).toBeNull();
    expect(part({ limit: 10, side: 'below' }, -20, 4)).toBeNull();
    expect(part({ limit: 0 }, -20, 4)).toBeNull();
    expect(part({ limit: 0, either: true }, -20, 4)).toBeNull();
    // It goes away from the limit.
    expect(part({ limit: 10 }, -20, -4)).toBeNull();
    expect(part({ quantity: 'silence', limit: 10 }, 0, 4)).toBeNull();
  });

  it('of a rate is per day, of a speed per hour', () => {
    expect(part({ quantity: 'rate', limit: 4 }, 0, 0, 2)).toBeCloseTo(0.5);
    expect(part({ quantity: 'speed', limit: 4 }, 0, 0, 48)).toBeCloseTo(0.5);
    expect(part({ quantity: 'rate', limit: 4, either: true }, 0, 0, -2)).toBeCloseTo(0.5);
    expect(part({ quantity: 'rate', limit: 4 }, 0, 0, null)).toBeNull();
  });

  it('of several is the greatest, and of those that are reached the worst', () => {
    const blue = limitOf({ rank: 1, limit: 5 });
    const red = limitOf({ rank: 4, limit: 8 });
    for (const limits of [
      [blue, red],
      [red, blue],
    ]) {
      expect(shareOf(limits, ends(0, 4), null)).toEqual({ part: 0.8, limit: blue });
      // Below red by a little: blue is reached and has the greater part.
      expect(shareOf(limits, ends(0, 7.9), null)?.limit).toBe(blue);
      expect(shareOf(limits, ends(0, 8), null)).toEqual({ part: 1, limit: red });
    }
    expect(shareOf([], ends(0, 4), null)).toBeNull();
  });
});

describe('the rate over a period', () => {
  const rising = series(Array.from({ length: 49 }, (_, index) => 3 + (0.5 * index) / 24));
  it('is the slope in units per day', () => {
    const rate = rateOver(rising, 2 * day);
    expect(rate?.perDay).toBeCloseTo(0.5, 9);
    expect(rate?.low).toBeLessThanOrEqual(0.5 + 1e-9);
    expect(rate?.high).toBeGreaterThanOrEqual(0.5 - 1e-9);
  });

  it('needs five readings, and readings over three tenths of the period', () => {
    expect(rateOver(series([1, 2, 3, 4, 5], 10 * hour), 2 * day)).not.toBeNull();
    expect(rateOver(series([1, 2, 3, 4], 15 * hour), 2 * day)).toBeNull();
    // 48 h are 0.3 of 160 h.
    expect(rateOver(rising, 160 * hour)).not.toBeNull();
    expect(rateOver(rising, 161 * hour)).toBeNull();
  });
});

describe('figures', () => {
  const options = { span: day, limits: [], ends: null, count: 4, isForecast: false };
  it('are ends, extremes and the change from the first to the last value', () => {
    expect(figuresOf(series([3, Number.NaN, -1, 8, 5]), options)).toMatchObject({
      ...{ readings: 4, first: 3, last: 5, least: -1, most: 8, change: 2, share: null, forecast: null },
    });
    expect(figuresOf(series([Number.NaN]), options)).toBeNull();
  });

  it('of a series that is put together are those of its readings', () => {
    const own = { first: 0, last: 9, least: -2, most: 11 };
    expect(figuresOf(series([3, 5]), { ...options, ends: own })).toMatchObject({ ...own, change: 9 });
  });
});
