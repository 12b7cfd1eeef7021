/** The calendar: which days a view has, which day a run stands on and where in it, and what is left to the line above. */
import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../../../../src/base/time.ts';
import {
  daysOf,
  entryAfter,
  inCell,
  isOften,
  mondayOf,
  spanAfter,
  spanOf,
} from '../../../../../src/console/features/schedules/calendar.ts';
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
  acknowledged: null,
});
const first = mondayOf(dayNumber(zone, now));
const week = (schedules: readonly ScheduleView[], runs: readonly ScheduleRun[] = []) =>
  daysOf(schedules, runs, { timeZone: zone, first, count: 7, now });

describe('a week', () => {
  it('begins on the Monday of the project’s calendar', () => {
    expect(new Date(first * 24 * hour).toISOString().slice(0, 10)).toBe('2026-11-16');
    // Sunday night in Shanghai is still Sunday in UTC; a minute later it is Monday there.
    expect(mondayOf(dayNumber(zone, at(22, 23, 59)))).toBe(first);
    expect(mondayOf(dayNumber(zone, at(23, 0)))).toBe(first + 7);
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

  it('draws what is left of a window on the days that it lasts into, and counts it on none of them', () => {
    const job = { kind: 'plan', planId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' } as const;
    const of = (from: string, time: number, minutes: number) => {
      const recurrence = { kind: 'once', time, from } as const;
      const days = week([scheduleOf(1, { job: { ...job, minutes }, recurrence })]);
      return days.map(({ entries, rests }) => [entries.length, rests.map(({ height }) => height * 24)]);
    };
    const none = [0, []];
    const before = [none, none, none, none, none];
    expect(of('2026-11-21', 22 * 60, 240)).toEqual([...before, [1, []], [0, [2]]]);
    // To midnight it is over with its day; a minute longer, and it is not.
    expect(of('2026-11-21', 22 * 60, 120)).toEqual([...before, [1, []], none]);
    expect(of('2026-11-21', 22 * 60, 121)).toEqual([...before, [1, []], [0, [expect.closeTo(1 / 60, 9)]]]);
    expect(of('2026-11-21', 0, 1440)).toEqual([...before, [1, []], none]);
  });

  it('draws a window of the night before its first day, whether it was or is to come', () => {
    const job = { kind: 'plan', planId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', minutes: 240 } as const;
    const schedule = scheduleOf(1, { job, recurrence: { kind: 'week', time: 22 * 60, weekdays: [7] } });
    const past = week([schedule], [runOf(5, 1, at(15, 22))])[0];
    expect(past?.entries).toEqual([]);
    expect(past?.rests).toMatchObject([{ entry: { run: { id: 5 } }, end: at(16, 2), height: 2 / 24 }]);
    const next = daysOf([schedule], [], { timeZone: zone, first: first + 7, count: 7, now })[0];
    expect(next?.rests).toMatchObject([{ entry: { run: null, at: at(22, 22) }, height: 2 / 24 }]);
  });

  it('leaves room below the names of what lasts into a day, which stand with the longest first', () => {
    const lastingFor = (id: number, minutes: number) => {
      const job = { kind: 'plan', planId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', minutes } as const;
      return scheduleOf(id, { job, recurrence: { kind: 'once', time: 1320, from: '2026-11-21' } });
    };
    const own = scheduleOf(2, { recurrence: { kind: 'once', time: 10, from: '2026-11-22' } });
    const late = scheduleOf(3, { recurrence: { kind: 'once', time: 300, from: '2026-11-22' } });
    const day = week([lastingFor(1, 240), lastingFor(4, 480), own, late])[6];
    expect(day?.rests.map(({ end }) => end)).toEqual([at(22, 6), at(22, 2)]);
    expect(day?.entries.map(({ top }) => top)).toEqual([
      expect.closeTo(52 / 640, 9),
      expect.closeTo(300 / 1440, 9),
    ]);
  });

  it('carries a window over a day of 23 hours into the day after it', () => {
    // In 2026 clocks of Berlin leave out an hour on 29 March.
    const berlin = 'Europe/Berlin';
    const job = { kind: 'plan', planId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', minutes: 1440 } as const;
    const recurrence = { kind: 'once', time: 1410, from: '2026-03-28' } as const;
    const schedule = scheduleOf(1, { job, recurrence, timeZone: berlin });
    const days = daysOf([schedule], [], {
      ...{ timeZone: berlin, first: Date.UTC(2026, 2, 28) / (24 * hour), count: 3 },
      now: Date.UTC(2026, 2, 1),
    });
    expect(days.map(({ rests }) => rests.map(({ height }) => height))).toEqual([
      [],
      [1],
      [expect.closeTo(0.5 / 24, 9)],
    ]);
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

/** A day by its number, and back, by the runtime's calendar alone. */
const numberOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;
const textOf = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10);

describe('the days of a view', () => {
  // Written down from a printed calendar: months that begin on each weekday, and one of four whole weeks.
  it.each([
    ['2026-06-17', '2026-06-01', '2026-07-05'],
    ['2026-09-30', '2026-08-31', '2026-10-04'],
    ['2026-07-01', '2026-06-29', '2026-08-02'],
    ['2026-10-31', '2026-09-28', '2026-11-01'],
    ['2026-05-01', '2026-04-27', '2026-05-31'],
    ['2026-08-15', '2026-07-27', '2026-09-06'],
    ['2026-11-28', '2026-10-26', '2026-12-06'],
    ['2027-02-10', '2027-02-01', '2027-02-28'],
    ['2028-02-29', '2028-01-31', '2028-03-05'],
    ['2026-12-31', '2026-11-30', '2027-01-03'],
  ])('of the month of %s are those from %s to %s', (day, from, to) => {
    const { first, count } = spanOf('month', numberOf(day));
    expect([textOf(first), textOf(first + count - 1)]).toEqual([from, to]);
  });

  it('are whole weeks with all of the month, and no week without a day of it, for four hundred years', () => {
    // By local dates of the runtime, which know nothing of numbers of days.
    for (let month = 0; month < 4800; month += 1) {
      const begin = new Date(Date.UTC(2000, month, 1));
      const last = new Date(Date.UTC(2000, month + 1, 0));
      const { first, count } = spanOf('month', begin.getTime() / 86_400_000 + (month % 28));
      const monday = new Date(begin);
      while (monday.getUTCDay() !== 1) monday.setUTCDate(monday.getUTCDate() - 1);
      const sunday = new Date(last);
      while (sunday.getUTCDay() !== 0) sunday.setUTCDate(sunday.getUTCDate() + 1);
      expect([first, first + count - 1].map(textOf)).toEqual(
        [monday, sunday].map((date) => date.toISOString().slice(0, 10)),
      );
    }
  });

  it('of the week and of the list begin on a Monday', () => {
    for (let day = numberOf('2026-11-23'); day <= numberOf('2026-11-29'); day += 1) {
      expect(spanOf('week', day)).toEqual({ first: numberOf('2026-11-23'), count: 7 });
      expect(spanOf('list', day)).toEqual({ first: numberOf('2026-11-23'), count: 14 });
    }
  });

  it('go on and back by a view; in a shorter month to its last day', () => {
    const from = (view: 'week' | 'month' | 'list', day: string, by: 1 | -1) =>
      textOf(spanAfter(view, numberOf(day), by));
    expect(from('week', '2026-12-30', 1)).toBe('2027-01-06');
    expect(from('list', '2026-01-05', -1)).toBe('2025-12-22');
    expect(from('month', '2027-01-31', 1)).toBe('2027-02-28');
    expect(from('month', '2028-03-31', -1)).toBe('2028-02-29');
    expect(from('month', '2026-12-15', 1)).toBe('2027-01-15');
    expect(from('month', '2026-01-15', -1)).toBe('2025-12-15');
  });
});

describe('days whose clocks change', () => {
  // Berlin: 2026-03-29 has 23 hours, 2026-10-25 has 25.
  const berlin = (text: string, recurrence: ScheduleView['recurrence'], count: number) =>
    daysOf([scheduleOf(1, { timeZone: 'Europe/Berlin', recurrence })], [], {
      ...{ timeZone: 'Europe/Berlin', first: numberOf(text), count, now: 0 },
    });
  const clocks = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' },
  });
  const daily = { kind: 'week', time: 360, weekdays: [1, 2, 3, 4, 5, 6, 7] } as const;

  it.each([
    ['2026-03-23', 23, 5 / 23],
    ['2026-10-19', 25, 7 / 25],
  ])('the week from %s has its runs at the same time by the clocks', (first, hours, top) => {
    const days = berlin(first, { ...daily, weekdays: [...daily.weekdays] }, 7);
    expect(days.map(({ entries }) => entries.map(({ at: moment }) => clocks.format(moment)))).toEqual(
      days.map(({ number }) => [`${textOf(number)} 06:00`]),
    );
    const last = days[6];
    expect(((last?.end ?? 0) - (last?.start ?? 0)) / hour).toBe(hours);
    expect(last?.entries[0]?.top).toBeCloseTo(top, 9);
  });

  it('a month has each of its days once, and what runs every six hours as often as clocks allow', () => {
    const { first, count } = spanOf('month', numberOf('2026-10-01'));
    const days = berlin(textOf(first), { kind: 'minutes', time: 0, every: 360 }, count);
    expect(days.map(({ number }) => textOf(number))).toEqual(
      Array.from({ length: 35 }, (_, index) => textOf(numberOf('2026-09-28') + index)),
    );
    for (const { number, start, end, entries } of days) {
      expect(clocks.format(start)).toBe(`${textOf(number)} 00:00`);
      expect(entries).toHaveLength(Math.ceil((end - start) / (6 * hour)));
    }
  });
});

describe('the chosen run', () => {
  const days = week([scheduleOf(1)], [runOf(7, 1, at(18, 6)), runOf(8, 1, at(19, 6))]);
  const today = first + 4;
  const keyAt = (day: number) => `1 ${at(day, 6)}`;
  const keyAfter = (key: string | null, by: 1 | -1, day = today) => entryAfter(days, { key, day }, by)?.key;

  it('is the first from the chosen day on, or the last before it', () => {
    expect([keyAfter(null, 1), keyAfter(null, -1)]).toEqual([keyAt(21), keyAt(19)]);
    expect([keyAfter(null, 1, first + 9), keyAfter(null, -1, first)]).toEqual([keyAt(18), keyAt(18)]);
  });
  it('goes on and back, and stays at the ends', () => {
    expect([keyAfter(keyAt(19), 1), keyAfter(keyAt(21), -1)]).toEqual([keyAt(21), keyAt(19)]);
    expect([keyAfter(keyAt(22), 1), keyAfter(keyAt(18), -1)]).toEqual([keyAt(22), keyAt(18)]);
    expect(entryAfter(week([]), { key: null, day: today }, 1)).toBeNull();
  });
  it('is in sight in a cell that has no room for all', () => {
    const own = [300, 310, 320, 330, 340].map((time, index) =>
      scheduleOf(index + 1, { recurrence: { kind: 'week', time, weekdays: [6] } }),
    );
    const entries = week(own)[5]?.entries ?? [];
    const keys = entries.map(({ key }) => key);
    const shown = (most: number, key: string | null) =>
      inCell(entries, most, key).shown.map((one) => one.key);
    expect(inCell(entries, 5, null)).toEqual({ shown: entries, more: 0 });
    expect(inCell(entries, 4, null).more).toBe(2);
    expect(shown(4, null)).toEqual(keys.slice(0, 3));
    expect(shown(4, keys[2] ?? null)).toEqual(keys.slice(0, 3));
    expect(shown(4, keys[4] ?? null)).toEqual(keys.slice(2));
  });
});
