import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  hourStart,
  type MeasuredRain,
  rainGaps,
  rainHours,
  sumLine,
} from '../../../src/domain/readings/rain-hours.ts';

const minute = 60_000;
const hour = 60 * minute;
const zone = 'Asia/Shanghai';
const start = Date.UTC(2026, 10, 19, 0, 0); // 08:00 in Shanghai, where the rain day begins
const row = (t: number, amount: number | null, more: Partial<MeasuredRain> = {}): MeasuredRain => ({
  t,
  amount,
  interval: 300,
  dataType: 1,
  resolution: 0.5,
  ...more,
});
/** Rows of five minutes from `start` on, one of each amount. */
const rows = (amounts: readonly (number | null)[], from = start) =>
  amounts.map((amount, index) => row(from + (index + 1) * 5 * minute, amount));
const hoursOf = (given: readonly MeasuredRain[], to: number, until = to) =>
  rainHours(given, { from: start, to }, zone, 480, until);

/** Amounts minute by minute: what an hour's sum must be, whatever way it is made. */
function byMinute(given: readonly MeasuredRain[], from: number, to: number): number {
  let sum = 0;
  for (const { t, amount, interval, dataType } of given) {
    if (amount === null || dataType === 0) continue;
    const minutes = Math.round((interval ?? 0) / 60);
    for (let i = 0; i < minutes; i += 1) {
      const at = t - (i + 0.5) * minute;
      if (at > from && at < to) sum += amount / minutes;
    }
  }
  return sum;
}

describe('rain by the hour', () => {
  it('begins where the clocks of the zone say, also half past', () => {
    expect(hourStart(start + 59 * minute, zone)).toBe(start);
    expect(hourStart(start, 'Asia/Kolkata')).toBe(start - 30 * minute);
  });
  it('is the sum of the rows that end in it; at the border of the hour that ends there', () => {
    const given = rows(Array.from({ length: 24 }, (_, i) => (i === 11 ? 2 : i === 12 ? 1 : 0.5)));
    const found = hoursOf(given, start + 2 * hour);
    expect(found.map(({ amount }) => amount)).toEqual([7.5, 6.5]);
    expect(found.map(({ most }) => most)).toEqual([2, 1]);
    expect(found.map(({ tips }) => tips)).toEqual([15, 13]);
    expect(found.map(({ sum }) => sum)).toEqual([7.5, 14]);
    expect(found.every(({ missing, open }) => missing === 0 && !open)).toBe(true);
  });
  it('counts no test, and splits by time what crosses an hour', () => {
    const given = [
      row(start + 30 * minute, 1, { interval: 1800 }),
      row(start + 75 * minute, 9, { interval: 2700, resolution: null }),
      row(start + 80 * minute, 5, { dataType: 0 }),
      row(start + 120 * minute, 0, { interval: 2700 }),
    ];
    const found = hoursOf(given, start + 2 * hour);
    for (const { from, to, amount } of found) expect(amount).toBeCloseTo(byMinute(given, from, to), 9);
    expect(found[0]?.amount).toBeCloseTo(1 + 6, 9);
    expect(found[0]?.tips).toBeNull();
    expect(found[0]?.most).toBeNull();
  });
  it('begins its sum anew at the day’s boundary, and has what fell before the range', () => {
    const given = rows(Array.from({ length: 12 * 26 }, () => 0.5));
    const found = rainHours(
      given,
      { from: start + 22 * hour, to: start + 26 * hour },
      zone,
      480,
      start + 26 * hour,
    );
    expect(found.map(({ sum }) => sum)).toEqual([138, 144, 6, 12]);
    expect(found.map(({ day }) => (day - start) / hour)).toEqual([0, 0, 24, 24]);
  });
  it('is a lower bound where rows are missing, and unknown where all are', () => {
    const given = [...rows([1, 1, 1, 1, 1, 1]), ...rows([1, 1, 1, 1, 1, 1], start + 2.5 * hour)];
    const found = hoursOf(given, start + 3 * hour);
    expect(rainGaps(given)).toEqual([{ from: start + 30 * minute, to: start + 2.5 * hour }]);
    expect(found.map(({ amount }) => amount)).toEqual([6, null, 6]);
    expect(found.map(({ missing }) => missing / minute)).toEqual([30, 60, 30]);
    expect(found.map(({ sum }) => sum)).toEqual([6, 6, 12]);
  });
  it('takes a row without an amount for one that did not come, and one that is a little late for none missing', () => {
    const given = rows([1, null, null, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(hoursOf(given, start + hour)[0]?.missing).toBe(10 * minute);
    const late = [row(start + 5 * minute, 1), row(start + 12 * minute, 1), row(start + 17 * minute, 1)];
    expect(rainGaps(late)).toEqual([]);
    const later = [row(start + 5 * minute, 1), row(start + 12.6 * minute, 1), row(start + 17.6 * minute, 1)];
    expect(rainGaps(later)).toHaveLength(1);
  });
  it('waits for what a device sends later: an hour is open, then missing', () => {
    const given = rows([1, 1, 1]);
    const waiting = hoursOf(given, start + 2 * hour, start + 15 * minute);
    expect(waiting).toMatchObject([{ amount: 3, missing: 0, open: true }]);
    const over = hoursOf(given, start + 2 * hour, start + 2 * hour);
    expect(over).toMatchObject([
      { amount: 3, missing: 45 * minute, open: false },
      { amount: null, missing: hour },
    ]);
  });
  it('of nothing is nothing', () => {
    expect(hoursOf([], start + hour)).toEqual([]);
    expect(hoursOf(rows([null]), start + hour)).toEqual([]);
  });
});

describe('the line of the sum', () => {
  it('starts at 0 at each boundary, is broken there, and splits the row that crosses it', () => {
    const boundary = start + 24 * hour;
    const given = [row(boundary - 10 * minute, 1), row(boundary + 5 * minute, 3, { interval: 900 })];
    const { t, sum } = sumLine(given, zone, 480);
    expect(t).toEqual([start, boundary - 10 * minute, boundary, boundary, boundary, boundary + 5 * minute]);
    expect(sum.map((value) => Math.round(value * 1000) / 1000)).toEqual([0, 1, 3, Number.NaN, 0, 1]);
  });
});

const recording = new URL('../../../../shared/data/usgs-mukilteo/waMVD116_rain.txt', import.meta.url);
describe.runIf(existsSync(recording))('rain of the bluffs near Mukilteo', () => {
  const lines = readFileSync(recording, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    // The clock of this logger steps back on 1 October: the months after it are whole.
    .filter(([year, month]) => year === 2015 && (month === 11 || month === 12));
  const given = lines.map(([y = 0, mo = 0, d = 0, h = 0, mi = 0, inches = 0]) =>
    row(Date.UTC(y, mo - 1, d, h, mi), inches * 25.4, { interval: 900, resolution: 0.254 }),
  );
  it('has by the hour what the text of its rows sums up to', () => {
    const expected = new Map<string, { sum: number; rows: number }>();
    for (const [y = 0, mo = 0, d = 0, h = 0, mi = 0, inches = 0] of lines) {
      // A row of 09:00 fell before it.
      const at = new Date(Date.UTC(y, mo - 1, d, mi === 0 ? h - 1 : h)).toISOString();
      const own = expected.get(at) ?? { sum: 0, rows: 0 };
      expected.set(at, { sum: own.sum + inches, rows: own.rows + 1 });
    }
    const [first, last] = [given[0]?.t ?? 0, given.at(-1)?.t ?? 0];
    const found = rainHours(given, { from: first - 900_000, to: last }, 'UTC', 0, last);
    expect(found.length).toBeGreaterThan(1000);
    let checked = 0;
    for (const { from, amount, missing, tips } of found) {
      const own = expected.get(new Date(from).toISOString());
      if (own === undefined) {
        expect(amount).toBeNull();
        continue;
      }
      expect(amount).toBeCloseTo(own.sum * 25.4, 6);
      expect(tips).toBeCloseTo(own.sum * 100, 6);
      if (own.rows === 4) expect(missing).toBe(0);
      checked += 1;
    }
    expect(checked).toBe(expected.size);
    const whole = given.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
    expect(found.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBeCloseTo(whole, 6);
  });
});
