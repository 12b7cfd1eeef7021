import { describe, expect, it } from 'vitest';
import { dailyRain, rainDay, rainSoFar } from '../../../src/domain/rain.ts';

const utc = (text: string) => Date.parse(`${text}Z`);
const row = (text: string, amount: number | null, dataType: number | null = 1) => ({
  t: utc(text),
  amount,
  dataType,
});

describe('rain days', () => {
  it('begin at 08:00 in China, which is midnight UTC', () => {
    const day = { from: utc('2025-06-01T00:00'), to: utc('2025-06-02T00:00') };
    expect(rainDay(utc('2025-06-01T00:00'), 'Asia/Shanghai', 480)).toEqual(day);
    expect(rainDay(utc('2025-06-01T23:59:59'), 'Asia/Shanghai', 480)).toEqual(day);
  });
  it('begin at midnight in Japan', () => {
    expect(rainDay(utc('2025-06-01T15:00'), 'Asia/Tokyo', 0).from).toBe(utc('2025-06-01T15:00'));
  });
  it('have 23 hours when clocks go forward', () => {
    const { from, to } = rainDay(utc('2025-03-09T12:00'), 'America/Los_Angeles', 0);
    expect((to - from) / 3_600_000).toBe(23);
  });
});

describe('sums', () => {
  const rows = [
    row('2025-06-01T00:05', 0.5),
    row('2025-06-01T10:00', 1),
    row('2025-06-01T11:00', 7, 0),
    row('2025-06-01T12:00', null),
    row('2025-06-02T01:00', 2, null),
  ];
  it('leave out test tips and missing amounts', () => {
    expect([...dailyRain(rows, 'Asia/Shanghai', 480)]).toEqual([
      [utc('2025-06-01T00:00'), 1.5],
      [utc('2025-06-02T00:00'), 2],
    ]);
  });
  it('so far in the day', () => {
    expect(rainSoFar(utc('2025-06-01T09:00'), rows, 'Asia/Shanghai', 480)).toBe(0.5);
    expect(rainSoFar(utc('2025-06-01T12:00'), rows, 'Asia/Shanghai', 480)).toBe(1.5);
    expect(rainSoFar(utc('2025-06-02T02:00'), rows, 'Asia/Shanghai', 480)).toBe(2);
  });
});
