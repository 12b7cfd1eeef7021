/** A week of the calendar: which day a run stands on, where in it, and what is left to the line above. */
import { describe, expect, it } from 'vitest';
import { isOften, mondayOf, weekOf } from '../../../../../src/console/features/schedules/week.ts';
import type { ScheduleRun, ScheduleView } from '../../../../../src/console/state/schedules.ts';

const hour = 3_600_000;
const zone = 'Asia/Shanghai';
/** A moment of November 2026 by the clocks of Shanghai. */
const at = (day: number, hours: number, minutes = 0) => Date.UTC(2026, 10, day, hours - 8, minutes);
const now = at(20, 20, 7);
const scheduleOf = (id: number, given: Partial<ScheduleView> = {}): ScheduleView => ({
  ...{ id, projectId: 1, name: `S ${id}`, missed: 'once', companyId: 1, projectName: 'P', timeZone: zone },
  ...{ revision: 1, enabled: true, by: 'a', about: '', dueAt: null, last: null, canEdit: true },
  job: { kind: 'export', table: 'latest', days: 1, format: 'csv' },
  recurrence: { kind: 'week', time: 360, weekdays: [1, 2, 3, 4, 5, 6, 7] },
  ...given,
});
const runOf = (id: number, scheduleId: number, dueAt: number): ScheduleRun => ({
  ...{ id, scheduleId, name: `S ${scheduleId}`, dueAt, startedAt: dueAt, endedAt: dueAt + 1000 },
  ...{ state: 'done', byHand: false, late: false, missed: 0, opens: '', outcome: null, file: null },
});
const first = mondayOf(zone, now, 0);
const week = (schedules: readonly ScheduleView[], runs: readonly ScheduleRun[] = []) =>
  weekOf(schedules, runs, { timeZone: zone, first, now });

describe('a week', () => {
  it('begins on the Monday of the project’s calendar', () => {
    expect(new Date(first * 24 * hour).toISOString().slice(0, 10)).toBe('2026-11-16');
    // Sunday night in Shanghai is still Sunday in UTC; a minute later it is Monday there.
    expect(mondayOf(zone, at(22, 23, 59), 0)).toBe(first);
    expect(mondayOf(zone, at(23, 0), 0)).toBe(first + 7);
    expect(mondayOf(zone, now, -1)).toBe(first - 7);
  });

  it('shows what was as it was, and what is to come from now on', () => {
    const days = week([scheduleOf(1)], [runOf(7, 1, at(18, 6)), runOf(8, 1, at(19, 6))]);
    expect(days.map(({ entries }) => entries.map(({ run }) => run?.id ?? 'coming'))).toEqual([
      [],
      [],
      [7],
      [8],
      [],
      ['coming'],
      ['coming'],
    ]);
    expect(days[5]?.entries[0]).toMatchObject({ at: at(21, 6), top: 0.25 });
  });

  it('shows a time once, though its run is there already', () => {
    const due = at(20, 21);
    const schedule = scheduleOf(1, { recurrence: { kind: 'once', time: 1260, from: '2026-11-20' } });
    expect(week([schedule])[4]?.entries).toHaveLength(1);
    expect(week([schedule], [runOf(3, 1, due)])[4]?.entries.map(({ run }) => run?.id)).toEqual([3]);
  });

  it('has nothing to come of what is paused', () => {
    expect(week([scheduleOf(1, { enabled: false })]).flatMap(({ entries }) => entries)).toEqual([]);
  });

  it('draws a maintenance window for its length, to the end of its day', () => {
    const job = { kind: 'plan', planId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', minutes: 180 } as const;
    const from = (time: number) => {
      const recurrence = { kind: 'once', time, from: '2026-11-21' } as const;
      return week([scheduleOf(1, { job, recurrence })])[5]?.entries[0];
    };
    expect(from(12 * 60)).toMatchObject({ top: 0.5, height: 3 / 24 });
    expect(from(23 * 60)?.height).toBeCloseTo(1 / 24, 9);
  });

  it('lets no entry cover another one, and none leave its day', () => {
    const times = [355, 358, 360, 1438, 1439];
    const own = times.map((time, index) =>
      scheduleOf(index + 1, { recurrence: { kind: 'week', time, weekdays: [6] } }),
    );
    const entries = week(own)[5]?.entries ?? [];
    expect(entries.map(({ at: moment }) => moment)).toEqual(times.map((time) => at(21, 0, time)));
    for (const [index, { top }] of entries.entries()) {
      expect(top).toBeGreaterThanOrEqual(entries[index - 1]?.top ?? 0);
      expect(top).toBeLessThanOrEqual(1 - 26 / 640 + 1e-9);
    }
    const [a, b, c] = entries;
    expect((b?.top ?? 0) - (a?.top ?? 0)).toBeCloseTo(26 / 640, 9);
    expect((c?.top ?? 0) - (b?.top ?? 0)).toBeCloseTo(26 / 640, 9);
  });

  it('leaves what runs more than four times a day to the line above', () => {
    const every = (minutes: number) =>
      scheduleOf(1, { recurrence: { kind: 'minutes', time: 0, every: minutes } });
    expect([isOften(every(240)), isOften(every(360)), isOften(scheduleOf(1))]).toEqual([true, false, false]);
    expect(week([every(240)]).flatMap(({ entries }) => entries)).toEqual([]);
    expect(week([every(360)])[6]?.entries).toHaveLength(4);
  });
});
