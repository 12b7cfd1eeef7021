import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scheduleBounds } from '../../../../src/base/schedule-words.ts';
import {
  nextTime,
  nextTimes,
  problemOf,
  type Recurrence,
  timesIn,
} from '../../../../src/domain/schedules/recurrence.ts';

const zones = [
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
];
const minute = 60_000;
const iso = (text: string) => Date.parse(text);
const at = (rule: Recurrence, zone: string, after: string, count = 3) =>
  nextTimes(rule, zone, iso(after), count).map((t) => new Date(t).toISOString().slice(0, 16));

/** What clocks of a zone show, from the runtime's formatter alone. */
const formats = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  ]),
);
const shown = (zone: string, t: number) => formats.get(zone)?.format(t) ?? '';

/** Slow and obvious: goes through each minute, and asks what clocks show then. */
function slowNext(rule: Recurrence, zone: string, after: number, limit: number): number | null {
  const wanted = `${String(Math.floor(rule.time / 60)).padStart(2, '0')}:${String(rule.time % 60).padStart(2, '0')}`;
  const hasBeen = new Set<string>();
  const falls = (date: string) => {
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
    const weekday = new Date(`${date}T12:00Z`).getUTCDay() || 7;
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
    if (rule.kind === 'week') return (rule.weekdays ?? []).includes(weekday);
    if (rule.kind === 'month') return day === Math.min(rule.day ?? 1, last);
    if (weekday !== rule.weekdays?.[0]) return false;
    return rule.nth === -1 ? day > last - 7 : day > ((rule.nth ?? 1) - 1) * 7 && day <= (rule.nth ?? 1) * 7;
  };
  // From a day and a half before, so that it is known what clocks have shown already.
  const first = Math.floor(after / minute) * minute - 2160 * minute;
  let before = shown(zone, first - minute);
  for (let t = first; t <= after + limit; t += minute) {
    const now = shown(zone, t);
    const [date = '', time = ''] = now.split(' ');
    const [dateBefore = '', timeBefore = ''] = before.split(' ');
    // Shown for the first time; or skipped, and then so much later as clocks were put on.
    const isShown = time === wanted && !hasBeen.has(date);
    const gap = Date.parse(`${date}T${time}Z`) - Date.parse(`${dateBefore}T${timeBefore}Z`) - minute;
    if (gap > 0)
      for (let part = minute; part <= gap; part += minute) {
        const lost = new Date(Date.parse(`${dateBefore}T${timeBefore}Z`) + part).toISOString();
        const moment = t + part - minute;
        if (lost.slice(11, 16) === wanted && falls(lost.slice(0, 10)) && moment > after) return moment;
      }
    if (isShown) {
      hasBeen.add(date);
      if (falls(date) && t > after) return t;
    }
    before = now;
  }
  return null;
}

describe('recurrence', () => {
  it('agrees with a walk over every minute, around changes of clocks', () => {
    const changes = [
      '2026-03-29',
      '2026-10-25',
      '2026-03-08',
      '2026-11-01',
      '2026-04-05',
      '2026-10-04',
      '2026-09-06',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...changes),
        fc.integer({ min: -3 * 1440, max: 2 * 1440 }),
        fc.integer({ min: 0, max: 1439 }),
        fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
        (zone, change, off, time, weekdays) => {
          const after = iso(`${change}T00:00Z`) + off * minute;
          const rule: Recurrence = { kind: 'week', time, weekdays };
          const slow = slowNext(rule, zone, after, 3 * 1440 * minute);
          const quick = nextTime(rule, zone, after);
          expect(quick !== null && quick <= after + 3 * 1440 * minute ? quick : null).toBe(slow);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('runs a time that clocks skip as much later, and a doubled one once', () => {
    const every: Recurrence = { kind: 'week', time: 150, weekdays: [1, 2, 3, 4, 5, 6, 7] };
    expect(at(every, 'Europe/Berlin', '2026-03-28T12:00Z')).toEqual([
      '2026-03-29T01:30',
      '2026-03-30T00:30',
      '2026-03-31T00:30',
    ]);
    expect(at(every, 'Europe/Berlin', '2026-10-24T12:00Z')).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
      '2026-10-27T01:30',
    ]);
  });

  it('counts minutes that pass, through both hours that clocks show twice', () => {
    const hours: Recurrence = { kind: 'minutes', time: 0, every: 60 };
    expect(
      timesIn(hours, 'Europe/Berlin', { after: iso('2026-10-24T21:59Z'), to: iso('2026-10-25T22:59Z') }, 1)
        .count,
    ).toBe(25);
    expect(
      timesIn(hours, 'Europe/Berlin', { after: iso('2026-03-28T22:59Z'), to: iso('2026-03-29T21:59Z') }, 1)
        .count,
    ).toBe(23);
  });

  it('takes the last day of a month that is too short, and the last weekday of one', () => {
    expect(at({ kind: 'month', time: 480, day: 31 }, 'Asia/Shanghai', '2027-01-31T12:00Z')).toEqual([
      '2027-02-28T00:00',
      '2027-03-31T00:00',
      '2027-04-30T00:00',
    ]);
    expect(
      at({ kind: 'nth', time: 480, nth: -1, weekdays: [7] }, 'Asia/Shanghai', '2026-11-01T00:00Z', 2),
    ).toEqual(['2026-11-29T00:00', '2026-12-27T00:00']);
    expect(
      at({ kind: 'nth', time: 480, nth: 4, weekdays: [7] }, 'Asia/Shanghai', '2026-11-01T00:00Z', 1),
    ).toEqual(['2026-11-22T00:00']);
  });

  it('says what cannot be: a day, a span, a time that clocks skip, a past one', () => {
    const now = iso('2026-03-01T00:00Z');
    const wrong = (rule: Recurrence, zone = 'Europe/Berlin') =>
      problemOf(rule, zone, now, scheduleBounds.minutes)?.reason ?? null;
    expect(wrong({ kind: 'once', time: 150, from: '2026-03-29' })).toBe('skipped');
    expect(wrong({ kind: 'once', time: 179, from: '2026-03-29' })).toBe('skipped');
    expect(wrong({ kind: 'once', time: 180, from: '2026-03-29' })).toBeNull();
    expect(wrong({ kind: 'once', time: 119, from: '2026-03-29' })).toBeNull();
    expect(wrong({ kind: 'once', time: 150, from: '2026-02-30' })).toBe('noDay');
    expect(wrong({ kind: 'once', time: 150, from: '2026-02-28' })).toBe('past');
    expect(wrong({ kind: 'week', time: 0, weekdays: [] })).toBe('noWeekday');
    expect(wrong({ kind: 'minutes', time: 0, every: 7 })).toBe('every');
    const both = { kind: 'week', time: 0, weekdays: [1], from: '2026-05-10' } as const;
    expect(wrong({ ...both, until: '2026-05-09' })).toBe('endBeforeBegin');
    expect(wrong({ ...both, until: '2026-05-11' })).toBeNull();
  });
});
