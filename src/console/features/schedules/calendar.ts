/** Runs as a calendar shows them: which days, and what stands on each. Pure; times UTC ms, days by their numbers. */
import { dayNumber, dayStart } from '../../../base/time.ts';
import { timesIn, weekdayOf } from '../../../domain/schedules/recurrence.ts';
import type { ScheduleRun, ScheduleView } from '../../state/schedules.ts';

const dayLength = 86_400_000;
const minute = 60_000;
/** What is run more often than so many times a day has one line above the calendar. */
export const mostADay = 4;
/** A maintenance window lasts a day at most, and may touch three where clocks leave out an hour. */
export const leadDays = 2;
/** px: height of a day of the week, as calendar.css has it. */
export const columnHeight = 640;
/** px: height of an entry with the gap below it. */
export const entryHeight = 26;
/** Height of an entry as a part of a day: what lies nearer stands below. */
const entryPart = entryHeight / columnHeight;

export const calendarViews = ['week', 'month', 'list'] as const;
export type CalendarView = (typeof calendarViews)[number];
/** Days of the list: it begins on a Monday, so that the days before a weekend are in it as well as those after. */
const listDays = 14;

/** A run in the calendar: one that was, or one that is to come. */
export interface CalendarEntry {
  /** The same before and after it has run. */
  readonly key: string;
  readonly schedule: ScheduleView;
  /** Null = it is to come. */
  readonly run: ScheduleRun | null;
  readonly at: number;
  /** Number of its day. */
  readonly day: number;
  /** Parts of the local day, 0 … 1: where it begins, and how long it takes. */
  readonly top: number;
  readonly height: number;
}
/** A maintenance window that began on a day before, in a day that it lasts into. */
export interface CalendarRest {
  readonly entry: CalendarEntry;
  readonly end: number;
  /** Part of the local day, from its midnight on. */
  readonly height: number;
}
export interface ScheduleDay {
  readonly number: number;
  /** Local date as UTC ms of its midnight: for formatting in UTC. */
  readonly date: number;
  readonly start: number;
  readonly end: number;
  /** In the order of their times. */
  readonly entries: readonly CalendarEntry[];
  /** What lasts into it, the longest first. */
  readonly rests: readonly CalendarRest[];
}

/** Monday of the week of a day. */
export const mondayOf = (day: number): number => day - weekdayOf(day) + 1;

/** First day of the month of a day, or of the month so many months from there. */
export function monthStart(day: number, months = 0): number {
  const date = new Date(day * dayLength);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / dayLength;
}

/** The days that a view shows where a day is chosen: whole weeks from Monday on. */
export function spanOf(view: CalendarView, day: number): { readonly first: number; readonly count: number } {
  if (view === 'week') return { first: mondayOf(day), count: 7 };
  if (view === 'list') return { first: mondayOf(day), count: listDays };
  const first = mondayOf(monthStart(day));
  return { first, count: mondayOf(monthStart(day, 1) - 1) + 7 - first };
}

/** The day that is chosen a view on or back: in a shorter month its last one. */
export function spanAfter(view: CalendarView, day: number, by: 1 | -1): number {
  if (view !== 'month') return day + by * (view === 'week' ? 7 : listDays);
  const begin = monthStart(day, by);
  return begin + Math.min(day - monthStart(day), monthStart(day, by + 1) - begin - 1);
}

/** True for what is run so often that it has one line above the calendar. */
export const isOften = ({ recurrence }: Pick<ScheduleView, 'recurrence'>): boolean =>
  recurrence.kind === 'minutes' && 1440 / (recurrence.every ?? 60) > mostADay;

/** How long something is drawn: a maintenance window for its length, anything else as one entry. */
const lengthOf = ({ job }: ScheduleView): number => (job.kind === 'plan' ? job.minutes * minute : 0);

/**
 * Each below the one before where they would cover each other.
 * @param from part of the day that is taken from midnight on
 */
function stacked(entries: readonly CalendarEntry[], from: number): readonly CalendarEntry[] {
  let free = from;
  return entries
    .toSorted((a, b) => a.at - b.at)
    .map((entry) => {
      const top = Math.min(Math.max(entry.top, free), 1 - entryPart);
      free = top + Math.max(entryPart, entry.height);
      return { ...entry, top };
    });
}

interface Moment {
  readonly schedule: ScheduleView;
  readonly run: ScheduleRun | null;
  readonly at: number;
}
const keyOf = ({ schedule, at }: Moment): string => `${schedule.id} ${at}`;

/**
 * Days from one on: runs that were, and times that are to come.
 * @param runs of these days and of the {@link leadDays} before them: a window of the night before lasts into the first
 * @param given.now what is due from here on has not been
 */
export function daysOf(
  schedules: readonly ScheduleView[],
  runs: readonly ScheduleRun[],
  given: {
    readonly timeZone: string;
    readonly first: number;
    readonly count: number;
    readonly now: number;
  },
): readonly ScheduleDay[] {
  const { timeZone, first, count, now } = given;
  const shown = schedules.filter((one) => !isOften(one));
  const byId = new Map(shown.map((one) => [one.id, one]));
  const past = runs.flatMap((run): Moment[] => {
    const schedule = byId.get(run.scheduleId);
    return schedule === undefined ? [] : [{ schedule, run, at: run.dueAt }];
  });
  const known = new Set(past.map(keyOf));
  const begin = first - leadDays;
  const span = {
    after: Math.max(dayStart(timeZone, begin), now) - 1,
    to: dayStart(timeZone, first + count) - 1,
  };
  const coming = shown.flatMap((schedule): Moment[] => {
    if (!schedule.enabled || span.after >= span.to) return [];
    // A day of 25 hours may have one more.
    const { times } = timesIn(
      schedule.recurrence,
      schedule.timeZone,
      span,
      (mostADay + 1) * (count + leadDays),
    );
    return times.map((at) => ({ schedule, run: null, at }));
  });
  const moments = new Map<number, Moment[]>();
  for (const moment of [...past, ...coming.filter((one) => !known.has(keyOf(one)))]) {
    const number = dayNumber(timeZone, moment.at);
    const own = moments.get(number) ?? [];
    if (own.length === 0) moments.set(number, own);
    own.push(moment);
  }
  let lasting: readonly CalendarEntry[] = [];
  const days = Array.from({ length: leadDays + count }, (_, index): ScheduleDay => {
    const number = begin + index;
    const [start, end] = [dayStart(timeZone, number), dayStart(timeZone, number + 1)];
    const rests = lasting.map((entry): CalendarRest => {
      const ends = entry.at + lengthOf(entry.schedule);
      return { entry, end: ends, height: (Math.min(ends, end) - start) / (end - start) };
    });
    rests.sort((a, b) => b.end - a.end);
    const entries = (moments.get(number) ?? []).map((moment) => ({
      ...{ ...moment, key: keyOf(moment), day: number },
      top: (moment.at - start) / (end - start),
      height: Math.min(lengthOf(moment.schedule), end - moment.at) / (end - start),
    }));
    lasting = [...lasting, ...entries].filter(({ at, schedule }) => at + lengthOf(schedule) > end);
    const taken = rests.length * entryPart;
    return { ...{ number, start, end, rests }, date: number * dayLength, entries: stacked(entries, taken) };
  });
  return days.slice(leadDays);
}

/** The entry a step from the one that is chosen; where none is, the first one from the chosen day on, or the last before. */
export function entryAfter(
  days: readonly ScheduleDay[],
  chosen: { readonly key: string | null; readonly day: number },
  by: 1 | -1,
): CalendarEntry | null {
  const all = days.flatMap(({ entries }) => entries);
  const at = all.findIndex(({ key }) => key === chosen.key);
  const from = all.findIndex(({ day }) => day >= chosen.day);
  const fresh = from === -1 ? (by === 1 ? 0 : all.length - 1) : by === 1 ? from : from - 1;
  const next = at === -1 ? fresh : at + by;
  return all[Math.max(0, Math.min(all.length - 1, next))] ?? null;
}

/** The entries of a day that have room in its cell, among them the chosen one; and how many have none. */
export function inCell(
  entries: readonly CalendarEntry[],
  most: number,
  chosen: string | null,
): { readonly shown: readonly CalendarEntry[]; readonly more: number } {
  if (entries.length <= most) return { shown: entries, more: 0 };
  const at = entries.findIndex(({ key }) => key === chosen);
  const from = Math.max(0, at - (most - 2));
  const shown = entries.slice(from, from + most - 1);
  return { shown, more: entries.length - shown.length };
}
