/** Days and hours of a project: days begin at its boundary, hours count from the day's start (0–24 when clocks change). */
import { dayNumber, dayStart } from '../../../base/time.ts';

export interface Calendar {
  readonly timeZone: string;
  /** Minutes after local midnight. */
  readonly boundary: number;
}
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** For sources that belong to no project. */
export const plainCalendar: Calendar = { timeZone: 'UTC', boundary: 0 };

export interface DaySpan {
  readonly start: number;
  readonly end: number;
}

/** The day that holds a moment; inclusive start, exclusive end, UTC ms. */
export function daySpan({ timeZone, boundary }: Calendar, t: number): DaySpan {
  const day = dayNumber(timeZone, t, boundary);
  return { start: dayStart(timeZone, day, boundary), end: dayStart(timeZone, day + 1, boundary) };
}

/** Hour of the day that starts at `start`. */
export function hourOf(start: number, t: number): number {
  return Math.floor((t - start) / HOUR);
}
