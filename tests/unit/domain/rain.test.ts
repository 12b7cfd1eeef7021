import { describe, expect, it } from 'vitest';
import { dailyRain, intervalLength, rainDay, rainSoFar, shareOf } from '../../../src/domain/readings/rain.ts';

const utc = (text: string) => Date.parse(`${text}Z`);
const row = (text: string, amount: number | null, dataType: number | null = 1, interval = 300) => ({
  t: utc(text),
  amount,
  interval,
  dataType,
});

describe('R3 rain days', () => {
  it('begin at 08:00 in China, which is midnight UTC; at the boundary it is the day that ends there', () => {
    const day = { from: utc('2025-06-01T00:00'), to: utc('2025-06-02T00:00') };
    expect(rainDay(utc('2025-06-01T00:00:00.001'), 'Asia/Shanghai', 480)).toEqual(day);
    expect(rainDay(utc('2025-06-02T00:00'), 'Asia/Shanghai', 480)).toEqual(day);
    expect(rainDay(utc('2025-06-01T00:00'), 'Asia/Shanghai', 480).to).toBe(day.from);
  });
  it('begin at midnight in Japan', () => {
    expect(rainDay(utc('2025-06-01T15:00:01'), 'Asia/Tokyo', 0).from).toBe(utc('2025-06-01T15:00'));
  });
  it('have 23 hours when clocks go forward', () => {
    const { from, to } = rainDay(utc('2025-03-09T12:00'), 'America/Los_Angeles', 0);
    expect((to - from) / 3_600_000).toBe(23);
  });
});

describe('R3 the part of an amount in a stretch of time', () => {
  const t = utc('2025-06-01T00:10');
  const quarter = 900_000;
  it('is all of it inside, none outside, by time across a border', () => {
    expect(shareOf(3, t, quarter, t - quarter, t)).toBe(3);
    expect(shareOf(3, t, quarter, t, t + quarter)).toBe(0);
    expect(shareOf(3, t, quarter, t - 2 * quarter, t - quarter)).toBe(0);
    expect(shareOf(3, t, quarter, utc('2025-06-01T00:00'), t + 1)).toBeCloseTo(2, 12);
    expect(shareOf(3, t, quarter, 0, utc('2025-06-01T00:00'))).toBeCloseTo(1, 12);
  });
  it('of an interval of unknown length belongs to the stretch that ends at or after it', () => {
    expect(shareOf(3, t, 0, t - 1, t)).toBe(3);
    expect(shareOf(3, t, 0, t, t + 1)).toBe(0);
    expect(intervalLength(null)).toBe(0);
    expect(intervalLength(0)).toBe(0);
    expect(intervalLength(300)).toBe(300_000);
    expect(intervalLength(30 * 86_400)).toBe(7 * 86_400_000);
  });
});

describe('R3 sums', () => {
  const rows = [
    row('2025-06-01T00:05', 0.5),
    row('2025-06-01T10:00', 1),
    row('2025-06-01T11:00', 7, 0),
    row('2025-06-01T12:00', null),
    row('2025-06-02T00:00', 4),
    row('2025-06-02T01:00', 2, null),
  ];
  it('leave out test tips and missing amounts; the row at the boundary counts into the day before', () => {
    expect([...dailyRain(rows, 'Asia/Shanghai', 480)]).toEqual([
      [utc('2025-06-01T00:00'), 5.5],
      [utc('2025-06-02T00:00'), 2],
    ]);
  });
  it('split an interval of three days', () => {
    const long = row('2025-06-03T12:00', 6, 1, 3 * 86_400);
    expect([...dailyRain([long], 'Asia/Shanghai', 480)]).toEqual([
      [utc('2025-05-31T00:00'), 1],
      [utc('2025-06-01T00:00'), 2],
      [utc('2025-06-02T00:00'), 2],
      [utc('2025-06-03T00:00'), 1],
    ]);
  });
  it('so far in the day, without what ends later', () => {
    const from = utc('2025-06-01T00:00');
    expect(rainSoFar(utc('2025-06-01T09:00'), rows, from)).toBe(0.5);
    expect(rainSoFar(utc('2025-06-01T12:00'), rows, from)).toBe(1.5);
    expect(rainSoFar(utc('2025-06-02T00:00'), rows, from)).toBe(5.5);
    expect(rainSoFar(utc('2025-06-02T02:00'), rows, utc('2025-06-02T00:00'))).toBe(2);
  });
});
