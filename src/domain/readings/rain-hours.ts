/**
 * Rain by the hour and in steps of five minutes, with what is not known of it. As in domain/rain a row's time is the end of
 * its interval, an interval that crosses a border is split by time, and test tips never count. Times UTC ms, amounts mm.
 */
import { zoneOffset } from '../../base/time.ts';
import { counts, intervalLength, type RainRow, type RainSpan, rainDay, shareOf } from './rain.ts';

export interface MeasuredRain extends RainRow {
  /** mm of one tip; null where the device does not say. */
  readonly resolution: number | null;
}

export interface RainHour {
  readonly from: number;
  readonly to: number;
  /** null = nothing is known of this hour; a lower bound where `missing` is more than 0. */
  readonly amount: number | null;
  /** Most that fell in one row of 300 s that ends in it; null where there is none. */
  readonly most: number | null;
  /** null where a row does not say how much a tip is. */
  readonly tips: number | null;
  /** Since the rain day of its end began, up to its end. */
  readonly sum: number;
  /** Start of that rain day. */
  readonly day: number;
  /** ms of it of which nothing is known, though they are over. */
  readonly missing: number;
  /** True while it, or what a device that keeps its cycle has sent of it, is not over. */
  readonly open: boolean;
}

const hour = 3_600_000;
/** Length of the rows of the curve of five minutes, s. */
export const fiveMinutes = 300;
/** Beyond this many typical distances between two rows something is missing between them. */
const patience = 1.5;

/** The start of the hour, by a zone's clocks, that holds a moment. */
export function hourStart(t: number, zone: string): number {
  const local = t + zoneOffset(zone, t);
  return t - (local - Math.floor(local / hour) * hour);
}

/** Typical distance of rows, ms: the middle one. 0 for fewer than two. */
function typicalDistance(rows: readonly RainRow[]): number {
  const distances = rows.slice(1).map(({ t }, index) => t - (rows[index]?.t ?? t));
  return distances.toSorted((a, b) => a - b)[(distances.length - 1) >> 1] ?? 0;
}

/**
 * Stretches of which nothing is known: between two rows that are farther apart than rows are as a rule, up to the interval of
 * the later one.
 * @param rows ascending in time; those without an amount are as if they had not come
 */
export function rainGaps(rows: readonly RainRow[]): readonly RainSpan[] {
  const known = rows.filter(({ amount }) => amount !== null);
  const typical = typicalDistance(known);
  return known.slice(1).flatMap(({ t, interval }, index) => {
    const before = known[index]?.t ?? t;
    const length = intervalLength(interval);
    const isMissing = t - before > patience * Math.max(typical, length);
    return isMissing && t - length > before ? [{ from: before, to: t - length }] : [];
  });
}

const overlap = (a: RainSpan, b: RainSpan) => Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));

interface Sums {
  amount: number;
  most: number | null;
  tips: number | null;
  rows: number;
}

/**
 * Every hour, by the zone's clocks, that lies in a range and of which something could be known: from the first row on.
 * @param rows ascending in time, from the start of the rain day on that holds the range's start, so that sums are whole
 * @param boundary minutes after local midnight at which the rain day begins
 * @param until what was collected before this moment has been sent by a device that keeps its cycle
 */
export function rainHours(
  rows: readonly MeasuredRain[],
  range: RainSpan,
  zone: string,
  boundary: number,
  until: number,
): readonly RainHour[] {
  const known = rows.filter(({ amount }) => amount !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return [];
  const begin = first.t - intervalLength(first.interval);
  const gaps: readonly RainSpan[] = [
    { from: Number.NEGATIVE_INFINITY, to: begin },
    ...rainGaps(known),
    { from: last.t, to: Math.max(last.t, until) },
  ];
  const sums = sumsByHour(known, zone);
  const end = Math.min(range.to, Math.max(last.t, until));
  const hours: RainHour[] = [];
  let [day, sum] = [Number.NaN, 0];
  for (let from = hourStart(Math.max(range.from, begin), zone); from < end; ) {
    const to = hourStart(from + hour + 1, zone);
    const span = { from, to };
    const own = rainDay(to, zone, boundary);
    if (own.from !== day) {
      day = own.from;
      // Up to here what fell in this rain day before the range, or before a day that begins within an hour.
      sum = known.reduce((all, row) => all + part(row, { from: day, to: Math.max(day, from) }), 0);
    }
    const found = sums.get(from);
    const amount = found?.amount ?? 0;
    sum += day > from ? known.reduce((all, row) => all + part(row, { from: day, to }), 0) : amount;
    const missing = gaps.reduce((all, gap) => all + overlap(gap, span), 0);
    hours.push({
      ...span,
      amount: missing >= to - from ? null : amount,
      most: found?.most ?? null,
      tips: found === undefined ? 0 : found.tips,
      sum,
      day,
      missing,
      open: to > Math.max(last.t, until),
    });
    from = to;
  }
  return hours;
}

/** What of a row fell in a span; nothing of a test. */
const part = (row: RainRow, { from, to }: RainSpan): number =>
  counts(row) && row.t > from && row.t - intervalLength(row.interval) <= to
    ? shareOf(row.amount, row.t, intervalLength(row.interval), from, to)
    : 0;

/** Sums by the start of the hour. */
function sumsByHour(rows: readonly MeasuredRain[], zone: string): ReadonlyMap<number, Sums> {
  const sums = new Map<number, Sums>();
  for (const row of rows) {
    if (!counts(row)) continue;
    const length = intervalLength(row.interval);
    // A row belongs to the hour in which its interval ends; at the border itself it is the hour that ends there.
    for (let from = hourStart(row.t - 1, zone); ; from = hourStart(from - 1, zone)) {
      const to = hourStart(from + hour + 1, zone);
      const share = shareOf(row.amount, row.t, length, from, to);
      const own = sums.get(from) ?? { amount: 0, most: null, tips: 0, rows: 0 };
      own.amount += share;
      own.rows += 1;
      if (row.interval === fiveMinutes && row.t <= to) own.most = Math.max(own.most ?? 0, row.amount);
      own.tips =
        own.tips === null || row.resolution === null || !(row.resolution > 0)
          ? null
          : own.tips + share / row.resolution;
      sums.set(from, own);
      if (from <= row.t - length) break;
    }
  }
  return sums;
}

/** The sum since the rain day began, row by row: it starts at 0 at each day's start, where the line is broken (NaN). */
export function sumLine(
  rows: readonly RainRow[],
  zone: string,
  boundary: number,
): { readonly t: readonly number[]; readonly sum: readonly number[] } {
  const [t, sum]: [number[], number[]] = [[], []];
  let day: RainSpan | null = null;
  let total = 0;
  for (const row of rows) {
    if (!counts(row)) continue;
    while (day === null || row.t > day.to) {
      const next: RainSpan = rainDay(day === null ? row.t : day.to + 1, zone, boundary);
      if (day !== null) {
        total += part(row, day);
        t.push(day.to, day.to);
        sum.push(total, Number.NaN);
      }
      day = next;
      total = 0;
      t.push(day.from);
      sum.push(0);
    }
    total += part(row, day);
    t.push(row.t);
    sum.push(total);
  }
  return { t, sum };
}
