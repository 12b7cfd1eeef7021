import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayNumber, dayStart, startOfDay, wallToUtc, zoneOffset } from '../../../src/base/time.ts';

const HOUR = 3_600_000;
const zones = [
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'UTC',
];

describe('zoneOffset', () => {
  test('is east of UTC and follows daylight saving', () => {
    expect(zoneOffset('Asia/Shanghai', Date.UTC(2026, 0, 1))).toBe(8 * HOUR);
    expect(zoneOffset('Asia/Kathmandu', Date.UTC(2026, 0, 1))).toBe(5.75 * HOUR);
    expect(zoneOffset('Europe/Berlin', Date.UTC(2026, 2, 29, 0, 59, 59))).toBe(HOUR);
    expect(zoneOffset('Europe/Berlin', Date.UTC(2026, 2, 29, 1, 0, 0))).toBe(2 * HOUR);
    expect(zoneOffset('America/New_York', Date.UTC(2026, 10, 1, 5, 59))).toBe(-4 * HOUR);
    expect(zoneOffset('America/New_York', Date.UTC(2026, 10, 1, 6, 0))).toBe(-5 * HOUR);
  });
  test('throws for a zone that does not exist', () => {
    expect(() => zoneOffset('Mars/Olympus', 0)).toThrow(RangeError);
  });
});

describe('wallToUtc', () => {
  test('takes the earlier of two moments, and goes past a skipped one', () => {
    expect(wallToUtc('Europe/Berlin', Date.UTC(2026, 9, 25, 2, 30))).toBe(Date.UTC(2026, 9, 25, 0, 30));
    expect(wallToUtc('Europe/Berlin', Date.UTC(2026, 2, 29, 2, 30))).toBe(Date.UTC(2026, 2, 29, 1, 30));
  });
});

describe('days', () => {
  test('begin at the boundary of the zone', () => {
    const eight = Date.UTC(2026, 6, 1, 0, 0);
    expect(startOfDay('Asia/Shanghai', eight, 480)).toBe(eight);
    expect(startOfDay('Asia/Shanghai', eight - 1, 480)).toBe(eight - 24 * HOUR);
    expect(startOfDay('Asia/Tokyo', eight, 0)).toBe(Date.UTC(2026, 5, 30, 15));
  });
  test('have 23 and 25 hours when clocks change', () => {
    const length = (t: number): number => {
      const day = dayNumber('Europe/Berlin', t);
      return (dayStart('Europe/Berlin', day + 1) - dayStart('Europe/Berlin', day)) / HOUR;
    };
    expect(length(Date.UTC(2026, 2, 29, 12))).toBe(23);
    expect(length(Date.UTC(2026, 9, 25, 12))).toBe(25);
    expect(length(Date.UTC(2026, 6, 1, 12))).toBe(24);
  });
  test('hold every moment exactly once, in every zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2040, 0, 1) }),
        fc.integer({ min: 0, max: 1439 }),
        (zone, t, boundary) => {
          const day = dayNumber(zone, t, boundary);
          expect(dayStart(zone, day, boundary)).toBeLessThanOrEqual(t);
          expect(dayStart(zone, day + 1, boundary)).toBeGreaterThan(t);
          expect(startOfDay(zone, t, boundary)).toBe(dayStart(zone, day, boundary));
        },
      ),
      { numRuns: 500 },
    );
  });
  test('agree with the local calendar that Intl shows', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2040, 0, 1) }),
        (zone, t) => {
          const shown = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(t);
          expect(new Date(dayNumber(zone, t) * 24 * HOUR).toISOString().slice(0, 10)).toBe(shown);
        },
      ),
      { numRuns: 300 },
    );
  });
});
