/** When a schedule is due: rules in the project's local time, moments as UTC ms. */
import type { RecurrenceKind } from '../../base/schedule-words.ts';
import { dayNumber, dayStart, wallToUtc, zoneOffset } from '../../base/time.ts';

const minute = 60_000;
const day = 86_400_000;

/** How often; fields that a kind does not use are left out. Days are `YYYY-MM-DD` of the project's calendar. */
export interface Recurrence {
  readonly kind: RecurrenceKind;
  /** Minute of the local day, 0 to 1439; of `minutes` not asked. */
  readonly time: number;
  /** `minutes`: how many; it divides a day. */
  readonly every?: number;
  /** `week`: 1 Monday to 7 Sunday. `nth`: its first one. */
  readonly weekdays?: readonly number[];
  /** `month`: 1 to 31; in a shorter month its last day. */
  readonly day?: number;
  /** `nth`: 1 to 4, or -1 the last one of the month. */
  readonly nth?: number;
  /** The first and the last day, both inclusive; `once`: its day is `from`. */
  readonly from?: string;
  readonly until?: string;
}

/** Number of a day `YYYY-MM-DD` since 1970-01-01; null = there is no such day. */
export function dayOf(text: string): number | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (found === null) return null;
  const at = Date.UTC(Number(found[1]), Number(found[2]) - 1, Number(found[3]));
  return new Date(at).toISOString().slice(0, 10) === text ? at / day : null;
}

/** 1 Monday to 7 Sunday. */
export const weekdayOf = (number: number): number => ((((number + 3) % 7) + 7) % 7) + 1;

/** True when the rule falls on a day. */
function fallsOn(rule: Recurrence, number: number): boolean {
  const date = new Date(number * day);
  const [month, ofMonth] = [date.getUTCMonth(), date.getUTCDate()];
  const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  switch (rule.kind) {
    case 'once':
      return rule.from !== undefined && dayOf(rule.from) === number;
    case 'minutes':
      return true;
    case 'week':
      return (rule.weekdays ?? []).includes(weekdayOf(number));
    case 'month':
      return ofMonth === Math.min(rule.day ?? 1, last);
    default: {
      if (weekdayOf(number) !== rule.weekdays?.[0]) return false;
      return rule.nth === -1 ? ofMonth + 7 > last : Math.ceil(ofMonth / 7) === rule.nth;
    }
  }
}

/** Moments of a rule within a local day, in order. A time that clocks skip is as much later; of a doubled one the first. */
function momentsOf(rule: Recurrence, zone: string, number: number): readonly number[] {
  if (!fallsOn(rule, number)) return [];
  if (rule.kind !== 'minutes') return [wallToUtc(zone, number * day + rule.time * minute)];
  // Time that passes, not time that clocks show: a day of 23 or 25 hours has as many fewer or more.
  const found: number[] = [];
  const end = dayStart(zone, number + 1);
  for (let at = dayStart(zone, number); at < end; at += (rule.every ?? 60) * minute) found.push(at);
  return found;
}

/** The longest that a rule waits: 1 month and its last week, and a leap day. */
const mostDays = 70;

/** The first moment of a rule after another one; null = there is none. */
export function nextTime(rule: Recurrence, zone: string, after: number): number | null {
  const from = rule.from === undefined ? null : dayOf(rule.from);
  const until = rule.until === undefined ? null : dayOf(rule.until);
  // A time that clocks skip at midnight belongs to the day before.
  const first = Math.max(dayNumber(zone, after) - 1, from ?? Number.NEGATIVE_INFINITY);
  for (let number = first; number <= first + mostDays; number += 1) {
    if (until !== null && number > until) return null;
    for (const at of momentsOf(rule, zone, number)) if (at > after) return at;
  }
  return null;
}

/** The next moments of a rule. */
export function nextTimes(rule: Recurrence, zone: string, after: number, count: number): readonly number[] {
  const found: number[] = [];
  let at: number | null = after;
  while (found.length < count) {
    at = nextTime(rule, zone, at);
    if (at === null) break;
    found.push(at);
  }
  return found;
}

/**
 * Moments of a rule in a span, exclusive and inclusive, the last `most` of them, and how many there were.
 * The span is cut to its last year: no server needs to count more.
 */
export function timesIn(
  rule: Recurrence,
  zone: string,
  span: { readonly after: number; readonly to: number },
  most: number,
): { readonly times: readonly number[]; readonly count: number } {
  const times: number[] = [];
  let count = 0;
  let at = nextTime(rule, zone, Math.max(span.after, span.to - 366 * day));
  while (at !== null && at <= span.to) {
    count += 1;
    times.push(at);
    if (times.length > most) times.shift();
    at = nextTime(rule, zone, at);
  }
  return { times, count };
}

/** What is wrong with a rule: the field, and why. `skipped`: clocks never show this time on that day. */
export interface RecurrenceProblem {
  readonly field: 'from' | 'until' | 'weekdays' | 'every' | 'time';
  readonly reason: 'noDay' | 'endBeforeBegin' | 'noWeekday' | 'every' | 'skipped' | 'past';
}

/** The first thing that is wrong with a rule; null = nothing. */
export function problemOf(
  rule: Recurrence,
  zone: string,
  now: number,
  steps: readonly number[],
): RecurrenceProblem | null {
  const from = rule.from === undefined ? null : dayOf(rule.from);
  const until = rule.until === undefined ? null : dayOf(rule.until);
  if (rule.from !== undefined && from === null) return { field: 'from', reason: 'noDay' };
  if (rule.until !== undefined && until === null) return { field: 'until', reason: 'noDay' };
  if (rule.kind === 'once' && from === null) return { field: 'from', reason: 'noDay' };
  if (from !== null && until !== null && until < from) return { field: 'until', reason: 'endBeforeBegin' };
  if (['week', 'nth'].includes(rule.kind) && (rule.weekdays ?? []).length === 0)
    return { field: 'weekdays', reason: 'noWeekday' };
  if (rule.kind === 'minutes' && !steps.includes(rule.every ?? 0)) return { field: 'every', reason: 'every' };
  if (rule.kind === 'once' && from !== null) {
    const wall = from * day + rule.time * minute;
    const at = wallToUtc(zone, wall);
    if (at + zoneOffset(zone, at) !== wall) return { field: 'time', reason: 'skipped' };
  }
  if (nextTime(rule, zone, now) === null)
    return { field: rule.kind === 'once' ? 'from' : 'until', reason: 'past' };
  return null;
}
