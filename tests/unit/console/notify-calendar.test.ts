import { describe, expect, test } from 'vitest';
import {
  dateOf,
  fromWall,
  mondayOf,
  nextGaps,
  toldParts,
  uncovered,
  wallText,
  weekOf,
} from '../../../src/console/features/notify/calendar.ts';
import type { PolicyPlan } from '../../../src/domain/notify/policy.ts';
import type { RotaPlan } from '../../../src/domain/notify/rota.ts';

const zone = 'Asia/Shanghai';
/** Friday, 2026-11-20 20:07 in Shanghai. */
const now = Date.UTC(2026, 10, 20, 12, 7);
const rota: RotaPlan = {
  timeZone: zone,
  layers: [
    {
      name: 'A',
      people: [1, 2],
      from: '2026-11-02',
      every: 'day',
      weekday: 1,
      at: [480, 1200],
      onHolidays: [],
    },
  ],
  overrides: [{ layer: 0, from: Date.UTC(2026, 10, 21, 12), to: Date.UTC(2026, 10, 22, 0), userId: null }],
  holidays: ['2026-11-18'],
};

describe('a week of a duty calendar', () => {
  test('begins on Monday, and its lanes have no holes', () => {
    const monday = mondayOf(zone, now, 0);
    expect(dateOf(monday)).toBe('2026-11-16');
    expect(dateOf(mondayOf(zone, now, -1))).toBe('2026-11-09');
    const week = weekOf(rota, monday);
    expect(week).toHaveLength(7);
    for (const { lanes } of week)
      for (const blocks of lanes) expect(blocks.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(1);
    expect(week.map(({ isHoliday }) => isHoliday).indexOf(true)).toBe(2);
  });

  test('a gap is found across midnight', () => {
    expect(nextGaps(rota, now)).toEqual([
      { layer: 0, from: Date.UTC(2026, 10, 21, 12), to: Date.UTC(2026, 10, 22, 0), userId: null },
    ]);
  });
});

test('local times come back as they went', () => {
  expect(wallText(zone, now)).toBe('2026-11-20T20:07');
  expect(fromWall(zone, wallText(zone, now))).toBe(now);
  expect(fromWall(zone, '')).toBeNull();
});

test('hours over midnight are two parts', () => {
  expect(toldParts(null)).toEqual([{ from: 0, to: 1 }]);
  expect(toldParts({ from: 1080, to: 360 })).toEqual([
    { from: 0, to: 0.25 },
    { from: 0.75, to: 1 },
  ]);
});

test('levels that no enabled policy is for are named', () => {
  const body: PolicyPlan = {
    enabled: true,
    projects: [1],
    ranks: [3, 4],
    steps: [],
    repeat: null,
    hours: { blue: null, yellow: null },
  };
  expect(uncovered([{ body }], [1, 2])).toEqual([
    { projectId: 1, ranks: [2, 1] },
    { projectId: 2, ranks: [4, 3, 2, 1] },
  ]);
});
