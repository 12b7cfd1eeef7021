/** Rain quantities against simulations by the minute or finer. */
import { describe, expect, it } from 'vitest';
import {
  type LineSince,
  lineInForce,
  linesInForce,
} from '../../../../../src/domain/alarms/methods/own-lines.ts';
import type { QuantityDefinition, SourceReading } from '../../../../../src/domain/alarms/model.ts';
import { antecedentRain } from '../../../../../src/domain/alarms/quantities/antecedent-rain.ts';
import { effectiveRain } from '../../../../../src/domain/alarms/quantities/effective-rain.ts';
import { ownRainLine } from '../../../../../src/domain/alarms/quantities/own-rain-line.ts';
import { rainLine } from '../../../../../src/domain/alarms/quantities/rain-line.ts';
import { rainSum } from '../../../../../src/domain/alarms/quantities/rain-sum.ts';
import { soilWaterIndex } from '../../../../../src/domain/alarms/quantities/soil-water-index.ts';
import type { Arguments } from '../../../../../src/domain/alarms/rule.ts';
import { between, integer, unit } from '../../../../../src/simulator/random.ts';
import { day, evaluate, evidenceOf, hour, minute, reading, start } from './evidence.ts';

interface Fall {
  /** Minutes after `start` at which the interval ends. */
  readonly end: number;
  readonly minutes: number;
  readonly amount: number | null;
  readonly dataType?: number | null;
}
const readingOf = ({ end, minutes, amount, dataType = 1 }: Fall): SourceReading =>
  reading(start + end * minute, { amount, interval: minutes === 0 ? null : minutes * 60, dataType });

/** Intervals of 5 min to 3 h one after the other over so many minutes, some dry, missing or test tips. */
function randomFalls(seed: number, length: number): Fall[] {
  const falls: Fall[] = [];
  for (let end = 0, n = 0; end < length; n += 1) {
    const minutes = 5 * integer(seed, n, 1, 36);
    end += minutes;
    const kind = unit(seed, 1000 + n);
    const amount = kind < 0.3 ? 0 : Math.round(between(seed, 2000 + n, 0, 300)) / 10;
    falls.push({
      end,
      minutes,
      amount: kind > 0.95 ? null : amount,
      dataType: kind > 0.9 ? 0 : kind > 0.8 ? null : 1,
    });
  }
  return falls;
}
/** mm that fell in each minute of (start + n min, start + (n + 1) min]. */
function byMinute(falls: readonly Fall[], length: number): Float64Array {
  const rain = new Float64Array(length);
  for (const { end, minutes, amount, dataType } of falls) {
    if (amount === null || dataType === 0) continue;
    for (let n = end - minutes; n < end; n += 1) rain[n] = (rain[n] ?? 0) + amount / minutes;
  }
  return rain;
}
const sumBetween = (rain: Float64Array, from: number, to: number) =>
  rain.subarray(Math.max(0, from), to).reduce((a, b) => a + b, 0);

const at = (quantity: QuantityDefinition, falls: readonly Fall[], t: number, args: Arguments = {}) =>
  evaluate(
    quantity,
    evidenceOf('rain', null, falls.filter(({ end }) => end <= t).map(readingOf), { t: start + t * minute }),
    args,
  );

describe('rain in a window', () => {
  it('is that of a count by the minute', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const falls = randomFalls(seed, 4 * 1440);
      const t = falls.at(-integer(seed, 1, 1, 4))?.end ?? 0;
      const rain = byMinute(
        falls.filter(({ end }) => end <= t),
        t,
      );
      for (const window of [1, 3, 24, 72]) {
        const found = at(rainSum, falls, t, { window });
        if (found !== null) expect(found).toBeCloseTo(sumBetween(rain, t - window * 60, t), 3);
      }
      expect(at(rainSum, falls, t, { window: 72 })).not.toBeNull();
    }
  });
  it('splits what crosses the start, and takes nothing that ends there', () => {
    expect(at(rainSum, [{ end: 60, minutes: 60, amount: 6 }], 90, { window: 1 })).toBe(3);
    expect(at(rainSum, [{ end: 60, minutes: 60, amount: 6 }], 119, { window: 1 })).toBe(0.1);
    expect(at(rainSum, [{ end: 60, minutes: 60, amount: 6 }], 120, { window: 1 })).toBeNull();
    expect(at(rainSum, [{ end: 60, minutes: 0, amount: 6 }], 119, { window: 1 })).toBe(6);
  });
  it('does not count test tips, missing amounts and elements', () => {
    const good = { end: 60, minutes: 5, amount: 0.2 };
    const falls = [
      { ...good, end: 40, dataType: 0, amount: 9 },
      { ...good, end: 50, amount: null },
      { ...good, end: 55, dataType: null },
      good,
    ];
    expect(at(rainSum, falls, 60)).toBe(0.4);
    expect(at(rainSum, falls.slice(0, 2), 60)).toBeNull();
    const other = { ...reading(start, { amount: 9, interval: 300, dataType: 1 }, 1) };
    expect(evaluate(rainSum, evidenceOf('rain', null, [other]))).toBeNull();
  });
  it('adds up to what a limit says', () => {
    const tenths = Array.from({ length: 10 }, (_, n) => ({ end: 5 * (n + 1), minutes: 5, amount: 0.1 }));
    expect(at(rainSum, tenths, 50)).toBe(1);
  });
  it.each([
    rainSum,
    effectiveRain,
    soilWaterIndex,
    antecedentRain,
    rainLine,
  ])('$id is unknown once the gauge has been silent for 24 h', (quantity) => {
    const falls = [{ end: 60, minutes: 60, amount: 6 }];
    expect(at(quantity, falls, 60 + 1439, quantity === rainSum ? { window: 72 } : {})).not.toBeNull();
    expect(at(quantity, falls, 60 + 1440, quantity === rainSum ? { window: 72 } : {})).toBeNull();
    expect(at(quantity, [], 60)).toBeNull();
  });
});

describe('effective rain', () => {
  it('is that of a decay by the second', () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const falls = randomFalls(seed, 2 * 1440);
      const t = falls.at(-1)?.end ?? 0;
      const rain = byMinute(falls, t);
      for (const halfLife of [1.5, 24, 72]) {
        const decay = 0.5 ** (1 / (halfLife * 3600));
        let left = 0;
        for (const amount of rain)
          for (let second = 0; second < 60; second += 1) left = left * decay + amount / 60;
        const found = at(effectiveRain, falls, t, { halfLife });
        // What is older than 14 half-lives is left out on purpose: less than 1 of 16,000 of it.
        expect(Math.abs((found ?? 0) - left)).toBeLessThan(
          0.001 + left * 3e-4 + sumBetween(rain, 0, t) * 7e-5,
        );
      }
    }
  });
  it('halves in a half-life, and ends after 14', () => {
    const drop = { end: 60, minutes: 0, amount: 8 };
    const dry = (end: number) => ({ end, minutes: 5, amount: 0 });
    expect(at(effectiveRain, [drop], 60, { halfLife: 1.5 })).toBe(8);
    expect(at(effectiveRain, [drop, dry(150)], 150, { halfLife: 1.5 })).toBeCloseTo(4, 12);
    const end = 60 + 14 * 90;
    expect(at(effectiveRain, [drop, dry(end - 1)], end - 1, { halfLife: 1.5 })).toBeGreaterThan(0);
    expect(at(effectiveRain, [drop, dry(end)], end, { halfLife: 1.5 })).toBe(0);
  });
});

describe('soil water index', () => {
  /** Explicit steps of 5 seconds, written out hole by hole. */
  function simulated(rain: Float64Array): number {
    let [s1, s2, s3] = [0, 0, 0];
    const h = 5 / 3600;
    for (const perMinute of rain)
      for (let n = 0; n < 12; n += 1) {
        const q1 = (s1 > 15 ? 0.1 * (s1 - 15) : 0) + (s1 > 60 ? 0.15 * (s1 - 60) : 0);
        const q2 = s2 > 15 ? 0.05 * (s2 - 15) : 0;
        const q3 = s3 > 15 ? 0.01 * (s3 - 15) : 0;
        const [down1, down2, down3] = [0.12 * s1, 0.05 * s2, 0.01 * s3];
        s1 += perMinute / 12 - (q1 + down1) * h;
        s2 += (down1 - q2 - down2) * h;
        s3 += (down2 - q3 - down3) * h;
      }
    return s1 + s2 + s3;
  }
  it('is that of a fine simulation', () => {
    for (let seed = 1; seed <= 6; seed += 1) {
      const falls = randomFalls(seed, 4 * 1440);
      const t = falls.at(-1)?.end ?? 0;
      const expected = simulated(byMinute(falls, t));
      expect(Math.abs((at(soilWaterIndex, falls, t) ?? 0) - expected)).toBeLessThan(0.002 * expected);
    }
  });
  it('of a little rain follows its closed form: no hole in a side is reached', () => {
    // 10 mm at once into the first tank, 6 h before: S1 = 10·e^(−0.12 t), and what seeped on to the second and third.
    const falls = [
      { end: 10, minutes: 10, amount: 10 },
      { end: 370, minutes: 5, amount: 0 },
    ];
    const [a, b, c] = [0.12, 0.05, 0.01];
    const t = 6 + 1 / 12;
    const e = (k: number) => Math.exp(-k * t);
    const s1 = 10 * e(a);
    const s2 = ((10 * a) / (a - b)) * (e(b) - e(a));
    const s3 =
      10 * a * b * (e(a) / ((b - a) * (c - a)) + e(b) / ((a - b) * (c - b)) + e(c) / ((a - c) * (b - c)));
    expect(Math.abs((at(soilWaterIndex, falls, 370) ?? 0) - (s1 + s2 + s3))).toBeLessThan(0.001);
  });
  it('of a moment without interval is of its step, and rain of 60 days ago is gone', () => {
    expect(at(soilWaterIndex, [{ end: 60, minutes: 0, amount: 10 }], 60)).toBeCloseTo(10, 0);
    const past = { end: 60, minutes: 60, amount: 200 };
    const end = 60 + 60 * 1440;
    expect(at(soilWaterIndex, [past, { end, minutes: 5, amount: 0 }], end)).toBe(0);
    const before = at(soilWaterIndex, [past, { end: end - 60, minutes: 5, amount: 0 }], end - 60);
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(0.001);
  });
});

describe('antecedent rain', () => {
  it('is that of the days before by a count by the minute: days begin at 08:00 in Shanghai, midnight UTC', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const falls = randomFalls(seed, 8 * 1440);
      const t = falls.at(-integer(seed, 7, 1, 30))?.end ?? 0;
      const rain = byMinute(
        falls.filter(({ end }) => end <= t),
        t,
      );
      const today = Math.ceil(t / 1440) - 1;
      for (const [days, decay] of [
        [1, 1],
        [3, 1],
        [5, 0.84],
      ] as const) {
        let expected = 0;
        for (let n = 1; n <= days; n += 1)
          if (today - n >= 0)
            expected += decay ** n * sumBetween(rain, (today - n) * 1440, (today - n + 1) * 1440);
        expect(at(antecedentRain, falls, t, { days, decay })).toBeCloseTo(expected, 2);
      }
    }
  });
  it('at the boundary itself is of the day that ends there', () => {
    const falls = [
      { end: 1440, minutes: 60, amount: 5 },
      { end: 2880, minutes: 60, amount: 7 },
      { end: 2881, minutes: 1, amount: 1 },
    ];
    expect(at(antecedentRain, falls, 2880, { days: 1 })).toBe(5);
    expect(at(antecedentRain, falls, 2881, { days: 1 })).toBe(7);
    expect(at(antecedentRain, falls, 2881, { days: 2 })).toBe(12);
  });
  it('splits what crosses the boundary, and follows zone and boundary of the project', () => {
    const falls = [
      { end: 1470, minutes: 60, amount: 6 },
      { end: 1500, minutes: 5, amount: 0 },
    ].map(readingOf);
    const of = (zone: string, rainBoundary: number) =>
      evaluate(antecedentRain, evidenceOf('rain', null, falls, { zone, rainBoundary }), { days: 1 });
    expect(of('Asia/Shanghai', 480)).toBe(3);
    expect(of('Asia/Shanghai', 510)).toBe(6);
    expect(of('Asia/Tokyo', 0)).toBe(0);
    expect(of('UTC', 0)).toBe(3);
  });
  it('counts days of 23 and of 25 hours as days', () => {
    // Berlin, 2026-03-29 (23 h) and 2026-10-25 (25 h): rain in the first minute of the day before the change.
    for (const date of [Date.UTC(2026, 2, 28, 23), Date.UTC(2026, 9, 24, 22)]) {
      const drop = reading(date - day + minute, { amount: 4, interval: 60, dataType: 1 });
      const before = reading(date - day, { amount: 9, interval: 60, dataType: 1 });
      const hours = date === Date.UTC(2026, 2, 28, 23) ? 23 : 25;
      const now = reading(date + hours * hour + minute, { amount: 0, interval: 60, dataType: 1 });
      const evidence = evidenceOf('rain', null, [before, drop, now], {
        zone: 'Europe/Berlin',
        rainBoundary: 0,
      });
      expect(evaluate(antecedentRain, evidence, { days: 2 })).toBe(4);
    }
  });
});

describe('the line of intensity and duration', () => {
  /** Hours of rain from the start on, mm each. */
  const falling = (...amounts: readonly number[]) =>
    amounts.map((amount, n): Fall => ({ end: (n + 1) * 60, minutes: 60, amount }));

  it('is the mean intensity of the event over that of the line at its duration', () => {
    const falls = falling(6, 0, 0, 9, 3);
    // 18 mm in 5 h over 14.82 · 5^−0.39; by hand 3.6 / 7.911.
    expect(at(rainLine, falls, 300)).toBeCloseTo(3.6 / 7.911, 3);
    expect(at(rainLine, falls, 60)).toBeCloseTo(6 / 14.82, 6);
    const own = { factor: 2, exponent: 0 };
    expect(at(rainLine, falls, 300, own)).toBeCloseTo(1.8, 6);
    // Dry hours do not end it before the gap, nor do they count to its duration.
    expect(at(rainLine, [...falls, ...falling(...Array(9).fill(0)).slice(5)], 9 * 60, own)).toBeCloseTo(
      1.8,
      6,
    );
  });
  it('is 0 once the gap is over, and the next event begins anew', () => {
    const own = { factor: 2, exponent: 0 };
    const falls = falling(6, 0, 0, 0, 0, 0, 0, 8);
    expect(at(rainLine, falls.slice(0, 7), 7 * 60, own)).toBe(0);
    expect(at(rainLine, falls, 8 * 60, own)).toBe(4);
    expect(at(rainLine, falls, 8 * 60, { ...own, gap: 24 })).toBeCloseTo(14 / 8 / 2, 6);
  });
  it('is unknown for durations that the line does not hold for', () => {
    const falls = falling(1, 1, 1, 1, 1);
    expect(at(rainLine, falls, 120, { shortest: 3 })).toBeNull();
    expect(at(rainLine, falls, 180, { shortest: 3 })).not.toBeNull();
    expect(at(rainLine, falls, 300, { longest: 4 })).toBeNull();
  });
});

describe('the own line of a station', () => {
  const line = (factor: number) => ({ factor, exponent: 0, shortest: 1, longest: 240, gap: 6 });
  const falls = Array.from(
    { length: 5 },
    (_, n): Fall => ({ end: (n + 1) * 60, minutes: 60, amount: 4 }),
  ).map(readingOf);
  const over = (lines: readonly LineSince[] | undefined, readings = falls) =>
    evaluate(ownRainLine, evidenceOf('rain', null, readings, lines === undefined ? {} : { lines }));
  const end = start + 300 * minute;

  it('is that of the moment: from the one at which it is set on, and not before', () => {
    expect(over([{ from: end, line: line(2) }])).toBe(2);
    expect(over([{ from: end + 1, line: line(2) }])).toBeNull();
    const lines = [
      { from: start, line: line(8) },
      { from: end, line: line(2) },
    ];
    expect(over(lines)).toBe(2);
    expect(over([...lines.slice(0, 1), { from: end + 1, line: line(2) }])).toBe(0.5);
    // Taken away, and never set.
    expect(over([...lines, { from: end, line: null }])).toBeNull();
    expect(over([])).toBeNull();
    expect(over(undefined)).toBeNull();
  });
  it('says what the same line by its numbers says', () => {
    for (let seed = 1; seed <= 30; seed += 1) {
      const rain = randomFalls(seed, 3 * 1440).map(readingOf);
      const own = { factor: between(seed, 1, 1, 20), exponent: -0.4, shortest: 2, longest: 30, gap: 3 };
      expect(over([{ from: start, line: own }], rain)).toBe(
        evaluate(rainLine, evidenceOf('rain', null, rain), own),
      );
    }
  });
  it('holds for durations that are no whole hours, with both ends', () => {
    const of = (shortest: number, longest: number) =>
      over([{ from: start, line: { ...line(2), shortest, longest } }]);
    expect(of(5, 5)).toBe(2);
    expect(of(5.1, 9)).toBeNull();
    expect(of(0.1, 4.9)).toBeNull();
    expect(of(0.1, 5.1)).toBe(2);
  });
  it('is the station’s before the project’s, each while it stands', () => {
    const stretch = (from: number, until: number | null, factor: number) => ({
      from,
      until,
      line: line(factor),
    });
    const lines = linesInForce(
      [stretch(10, 20, 1), stretch(30, null, 2)],
      [stretch(5, 15, 7), stretch(15, null, 8)],
    );
    const factors = [4, 5, 9, 10, 15, 19, 20, 29, 30, 99].map((t) => lineInForce(lines, t)?.factor ?? null);
    expect(factors).toEqual([null, 7, 7, 1, 1, 1, 8, 8, 2, 2]);
    expect(linesInForce([], [])).toEqual([]);
  });
  it('looks as far back as the longest line that can be kept', () => {
    const cycles = { collectionCycle: 600, sendCycle: 600 };
    expect(ownRainLine.history({}, cycles)).toBe((720 + 72 + 1) * hour);
  });
});
