import { describe, expect, it } from 'vitest';
import { type Rates, rateMethods, ratesOf } from '../../../../src/domain/lenses/rate.ts';
import { outliers, theilSen } from '../../../../src/domain/lenses/robust.ts';
import { day, hour } from '../../../../src/domain/lenses/series.ts';
import { noise } from './noise.ts';

const start = 1_790_000_000_000;
/** Readings each hour over so many days, of a function of days. */
function readings(days: number, value: (day: number) => number, scatter = 0, seed = 1) {
  const random = noise(seed);
  const t = Float64Array.from({ length: days * 24 + 1 }, (_, i) => start + i * hour);
  return { t, values: t.map((at) => value((at - start) / day) + scatter * random()) };
}
const answer = (
  series: ReturnType<typeof readings>,
  method: (typeof rateMethods)[number],
  hours = 24,
): Rates => {
  const rates = ratesOf(series, { method, window: hours * hour });
  if (rates === 'few') throw new Error(rates);
  return rates;
};
const numbers = (values: Float64Array) => values.filter((value) => !Number.isNaN(value));

describe.each(rateMethods)('rates by %s', (method) => {
  it('of a straight line are its slope, without acceleration', () => {
    const rates = answer(
      readings(14, (x) => 3 + 0.45 * x),
      method,
    );
    for (const rate of numbers(rates.rate)) expect(rate).toBeCloseTo(0.45, 6);
    for (const one of numbers(rates.acceleration)) expect(one).toBeCloseTo(0, 5);
    expect(rates.now?.rate).toBeCloseTo(0.45, 6);
    expect(rates.cumulative.values.at(-1)).toBeCloseTo(0.45 * 14, 9);
  });

  it('of a parabola with noise follow its derivative, 2 a x, and their rate is 2 a', () => {
    const a = 0.2;
    const rates = answer(
      readings(14, (x) => a * x * x, 0.02),
      method,
      48,
    );
    // At the ends the window has one side alone, and lags or leads by a quarter of it.
    rates.t.forEach((at, i) => {
      const x = (at - start) / day;
      if (x < 1 || x > 13) return;
      expect(rates.rate[i]).toBeCloseTo(2 * a * x, 0);
      expect(Math.abs((rates.rate[i] ?? Number.NaN) - 2 * a * x)).toBeLessThan(0.06);
    });
    const middle = rates.acceleration.slice(60, 240);
    const mean = middle.reduce((sum, one) => sum + one, 0) / middle.length;
    expect(mean).toBeCloseTo(2 * a, 1);
  });

  it('are not moved by wild readings', () => {
    const plain = readings(14, (x) => 0.45 * x, 0.02);
    const wild = { t: plain.t, values: plain.values.map((value, i) => (i % 9 === 4 ? value + 40 : value)) };
    const [one, other] = [answer(plain, method), answer(wild, method)];
    one.t.forEach((_, i) => {
      expect(Math.abs((one.rate[i] ?? 0) - (other.rate[i] ?? 0))).toBeLessThan(0.12);
    });
  });

  it('are unknown where a gap leaves too few readings, and of four there are none', () => {
    const whole = readings(14, (x) => x);
    const kept = [...whole.t.keys()].filter((i) => i < 120 || i > 220);
    const holed = {
      t: Float64Array.from(kept, (i) => whole.t[i] as number),
      values: Float64Array.from(kept, (i) => whole.values[i] as number),
    };
    const rates = answer(holed, method);
    const inGap = rates.t.findIndex((at) => at > start + 170 * hour);
    expect(rates.rate[inGap]).toBeNaN();
    expect(
      ratesOf({ t: whole.t.subarray(0, 4), values: whole.values.subarray(0, 4) }, { method, window: day }),
    ).toBe('few');
    const five = {
      t: Float64Array.from([0, 6, 12, 18, 24], (h) => start + h * hour),
      values: Float64Array.from([0, 1, 2, 3, 4]),
    };
    expect(ratesOf(five, { method, window: day })).not.toBe('few');
  });
});

describe('Theil–Sen', () => {
  it('is the median of all slopes between pairs, with a range that holds the true slope as often as it says', () => {
    const t = Float64Array.from([0, 1, 3, 4, 9]);
    const values = Float64Array.from([1, 4, 2, 9, 12]);
    const slopes = [...t.keys()]
      .flatMap((i) =>
        [...t.keys()]
          .filter((j) => j > i)
          .map(
            (j) => ((values[j] as number) - (values[i] as number)) / ((t[j] as number) - (t[i] as number)),
          ),
      )
      .sort((a, b) => a - b);
    expect(theilSen({ t, values })?.slope).toBeCloseTo(
      ((slopes[4] as number) + (slopes[5] as number)) / 2,
      12,
    );
    let held = 0;
    for (let seed = 0; seed < 300; seed += 1) {
      const random = noise(seed);
      const x = Float64Array.from({ length: 24 }, (_, i) => i);
      const found = theilSen({ t: x, values: x.map((at) => 0.3 * at + random()) });
      if (found !== null && found.low <= 0.3 && found.high >= 0.3) held += 1;
    }
    expect(held / 300).toBeGreaterThan(0.9);
    expect(held / 300).toBeLessThan(0.99);
  });

  it('marks a reading that stands out of its neighbours and none of a smooth curve', () => {
    const values = Float64Array.from({ length: 60 }, (_, i) => 0.01 * i * i);
    expect(outliers(values).every((one) => one === 0)).toBe(true);
    values[30] = 60;
    expect([...outliers(values)].flatMap((one, i) => (one === 1 ? [i] : []))).toEqual([30]);
  });
});
