import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  batteryDays,
  bytesPerDay,
  type ChargeReading,
  type Cycles,
  dailyDraw,
  ownDischarge,
  reportsPerDay,
} from '../../../src/domain/impact.ts';

const hour = 3_600_000;
const day = 24 * hour;
const plain: Cycles = {
  sendCycle: 3600,
  collectionCycle: 600,
  fastCollect: false,
  fastCollectCycle: 300,
  fastCollectDuration: 120,
};

/** Counts what a clock would do in a day, second by second. */
function countedReports({ sendCycle, fastCollect, fastCollectCycle, fastCollectDuration }: Cycles): number {
  let reports = 0;
  let due = 0;
  for (let second = 0; second < 86_400; second++) {
    const fast = fastCollect && second < (fastCollectDuration ?? 0) * 60;
    due += 1 / ((fast ? Math.min(fastCollectCycle ?? 1, sendCycle ?? 1) : sendCycle) ?? 1);
    while (due >= 1 - 1e-9) {
      reports += 1;
      due -= 1;
    }
  }
  return reports;
}

describe('reports a day', () => {
  it.each([
    [3600, 24],
    [600, 144],
    [60, 1440],
    [64_800, 4 / 3],
  ])('of a cycle of %i s', (sendCycle, expected) =>
    expect(reportsPerDay({ ...plain, sendCycle })).toBeCloseTo(expected, 9));
  it('of two dense hours and twenty-two others', () =>
    expect(reportsPerDay({ ...plain, fastCollect: true })).toBe(24 + 22));
  it('are what a clock counts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }).map((n) => n * 60),
        fc.integer({ min: 10, max: 3600 }),
        fc.integer({ min: 10, max: 1440 }),
        fc.boolean(),
        (sendCycle, fastCollectCycle, fastCollectDuration, fastCollect) => {
          const cycles = { ...plain, sendCycle, fastCollectCycle, fastCollectDuration, fastCollect };
          expect(Math.abs((reportsPerDay(cycles) ?? 0) - countedReports(cycles))).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 25, seed: 7 },
    );
  });
  it('are not known without a cycle', () => {
    expect(reportsPerDay({ ...plain, sendCycle: null })).toBeNull();
    expect(reportsPerDay({ ...plain, fastCollect: true, fastCollectCycle: null })).toBeNull();
  });
});

describe('bytes and draw', () => {
  const sensors = [
    { values: 20, collectionCycle: null },
    { values: 8, collectionCycle: 60 },
  ];
  it('are those of reports and of readings, each by its own cycle', () => {
    expect(bytesPerDay(plain, 30, sensors)).toBe(24 * (140 + 30 * 24) + 144 * 20 * 24 + 1440 * 8 * 24);
    expect(dailyDraw(plain, sensors)).toBeCloseTo(24 + 24 + 14.4 + 144, 9);
  });
  it('never fall when a cycle gets shorter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 64_800 }), fc.integer({ min: 60, max: 64_800 }), (a, b) => {
        const [short, long] = [Math.min(a, b), Math.max(a, b)];
        for (const field of ['sendCycle', 'collectionCycle'] as const)
          for (const cost of [dailyDraw, (c: Cycles, s: typeof sensors) => bytesPerDay(c, 30, s)])
            expect(cost({ ...plain, [field]: short }, sensors)).toBeGreaterThanOrEqual(
              cost({ ...plain, [field]: long }, sensors) ?? Number.NaN,
            );
      }),
      { seed: 7 },
    );
  });
  it('are not known where a cycle is not', () => {
    expect(bytesPerDay({ ...plain, collectionCycle: null }, 30, sensors)).toBeNull();
    expect(dailyDraw({ ...plain, sendCycle: null }, [])).toBeNull();
  });
});

describe('the RTU’s own discharge', () => {
  /** `days` of readings an hour apart that lose `perDay` % while nothing charges; by day the sun gives it back. */
  const nights = (days: number, perDay: number): ChargeReading[] =>
    Array.from({ length: days * 24 }, (_, index) => {
      const ofDay = index % 24;
      const discharging = ofDay < 12;
      const lost = (perDay / 24) * (discharging ? ofDay : 11 - (ofDay - 12));
      return { t: index * hour, charge: 90 - lost, discharging };
    });
  const sinking = (days: number, perDay: number): ChargeReading[] =>
    Array.from({ length: days * 24 + 1 }, (_, index) => ({
      t: index * hour,
      charge: 90 - (index * perDay) / 24,
      discharging: true,
    }));

  it('is what it loses a day while nothing charges it', () => {
    expect(ownDischarge(sinking(10, 2))).toBeCloseTo(2, 9);
    expect(ownDischarge(nights(20, 2))).toBeCloseTo(2, 9);
  });
  it('is not known with less than 7 days of it', () => {
    expect(ownDischarge(sinking(7, 2))).not.toBeNull();
    expect(ownDischarge(sinking(7, 2).slice(1))).toBeNull();
    // Eleven hours of each night are seen: 16 nights are 7.3 days.
    expect(ownDischarge(nights(15, 2))).toBeNull();
    expect(ownDischarge(nights(16, 2))).not.toBeNull();
    expect(ownDischarge([])).toBeNull();
  });
  it('is not known where it does not sink', () => {
    expect(ownDischarge(sinking(10, 0))).toBeNull();
    expect(ownDischarge(sinking(10, -1))).toBeNull();
  });
  it('takes no account of times without readings', () => {
    const readings = sinking(20, 2).filter(({ t }) => t < 8 * day || t > 12 * day);
    expect(ownDischarge(readings)).toBeCloseTo(2, 9);
    expect(ownDischarge(sinking(20, 2).filter((_, index) => index % 7 === 0))).toBeNull();
  });
  it('is not moved by the rounding of its values', () => {
    const rounded = sinking(14, 1.3).map((reading) => ({ ...reading, charge: Math.round(reading.charge) }));
    expect(Math.abs((ownDischarge(rounded) ?? 0) - 1.3)).toBeLessThan(0.1);
  });
  it('computes the days of the battery, scaled by the draw', () => {
    expect(batteryDays(84, 2, { before: 60, after: 180 })).toEqual({ before: 42, after: 14 });
    expect(batteryDays(84, null, { before: 60, after: 180 })).toEqual({ before: null, after: null });
    expect(batteryDays(84, 2, { before: null, after: 180 })).toEqual({ before: 42, after: null });
  });
});
