/**
 * Rain of intervals. A row's time is the *end* of its interval: rain of 09:00 with 300 s fell from 08:55 to 09:00 and
 * belongs to that hour and that day. An interval that crosses a border is split by time. Rain days begin at the
 * project's boundary. Test tips never count. Times UTC ms, amounts mm.
 */
import { dayNumber, dayStart } from '../../base/time.ts';
import { enumValues } from '../../catalogue/enum-values.ts';

export interface RainRow {
  /** End of the interval. */
  readonly t: number;
  readonly amount: number | null;
  /** Length of the interval, seconds; null where the device does not say. */
  readonly interval: number | null;
  /** Code of `rainDataType`; null counts as timed. */
  readonly dataType: number | null;
}

/** A stretch of time; `from` is outside of it, `to` inside. */
export interface RainSpan {
  readonly from: number;
  readonly to: number;
}

const test: number = enumValues.rainDataType.indexOf('test');

/**
 * Longest interval of one amount, seconds: a week (assumed). Sums look no further for an interval that reaches into
 * them, so a longer one is taken as one of a week.
 */
export const longestInterval = 7 * 86_400;

/** False for test tips and missing amounts. */
export function counts<Row extends RainRow>(row: Row): row is Row & { readonly amount: number } {
  return row.amount !== null && row.dataType !== test;
}

/** Length of an interval, ms; 0 where it is unknown: its rain then belongs to the moment itself. */
export function intervalLength(interval: number | null): number {
  return interval === null || !(interval > 0) ? 0 : Math.min(interval, longestInterval) * 1000;
}

/** The part of an amount that fell in (from, to], evenly over its interval, which ends at `t` and is `length` ms long. */
export function shareOf(amount: number, t: number, length: number, from: number, to: number): number {
  const begin = t - length;
  if (begin >= from && t <= to) return t > from ? amount : 0;
  if (length === 0) return 0;
  return amount * (Math.max(0, Math.min(t, to) - Math.max(begin, from)) / length);
}

/**
 * The rain day that the rain of a row of time `t` belongs to: from < t ≤ to. At the boundary itself it is the day
 * that ends there.
 * @param boundary minutes after local midnight at which the day begins
 */
export function rainDay(t: number, zone: string, boundary: number): RainSpan {
  const day = dayNumber(zone, t - 1, boundary);
  return { from: dayStart(zone, day, boundary), to: dayStart(zone, day + 1, boundary) };
}

/** Daily sums by the start of the rain day, ascending. Days without rain of a counting row are absent. */
export function dailyRain(
  rows: Iterable<RainRow>,
  zone: string,
  boundary: number,
): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const row of rows) {
    if (!counts(row)) continue;
    const length = intervalLength(row.interval);
    let day = rainDay(row.t, zone, boundary);
    for (;;) {
      const share = shareOf(row.amount, row.t, length, day.from, day.to);
      sums.set(day.from, (sums.get(day.from) ?? 0) + share);
      if (day.from <= row.t - length) break;
      day = rainDay(day.from, zone, boundary);
    }
  }
  return new Map([...sums].sort(([a], [b]) => a - b));
}

/**
 * The rain of a day up to the row of time `t`, with it: the channel `daily`. `rows` may hold other days too; an interval that
 * ends after `t` is not known yet.
 */
export function rainSoFar(t: number, rows: Iterable<RainRow>, from: number): number {
  let sum = 0;
  for (const row of rows) {
    if (row.t > from && row.t <= t && counts(row)) {
      sum += shareOf(row.amount, row.t, intervalLength(row.interval), from, t);
    }
  }
  return sum;
}
