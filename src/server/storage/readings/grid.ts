/** Widths and edges of bins: fixed multiples, so that panning keeps every bin. */
import { dayNumber, dayStart } from '../../../base/time.ts';
import { type Calendar, DAY, daySpan, HOUR, hourOf } from '../rollup/calendar.ts';

const SECOND = 1000;
const MINUTE = 60_000;
/** Steps below an hour divide it, hours divide a day. */
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 3, 5, 10, 15, 20, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 4, 6, 8, 12].map((n) => n * HOUR),
  ...[1, 2, 3, 5, 7, 10, 15, 30].map((n) => n * DAY),
];

/** The narrowest step (ms) by which `span` ms fit into `bins`; from 30 days on it doubles. */
export function stepFor(span: number, bins: number): number {
  const least = span / Math.max(1, bins);
  const found = steps.find((step) => step >= least);
  if (found !== undefined) return found;
  let step = 30 * DAY;
  while (step < least) step *= 2;
  return step;
}

export interface Bin {
  readonly start: number;
  readonly end: number;
}

/**
 * The bin of width `step` that holds `t`. Below an hour bins are multiples of `step` UTC; hours count from the start
 * of the project's day (a day of 23 or 25 hours has a shorter last bin), days from local 1970-01-01.
 */
export function binAt(calendar: Calendar, step: number, t: number): Bin {
  if (step < HOUR) {
    const start = Math.floor(t / step) * step;
    return { start, end: start + step };
  }
  if (step < DAY) {
    const day = daySpan(calendar, t);
    const hours = step / HOUR;
    const start = day.start + Math.floor(hourOf(day.start, t) / hours) * step;
    return { start, end: Math.min(start + step, day.end) };
  }
  const { timeZone, boundary } = calendar;
  const days = step / DAY;
  const first = Math.floor(dayNumber(timeZone, t, boundary) / days) * days;
  return { start: dayStart(timeZone, first, boundary), end: dayStart(timeZone, first + days, boundary) };
}
