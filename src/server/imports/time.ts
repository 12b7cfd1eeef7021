import { Refusal } from '../../base/errors.ts';
import type { ColumnName, Mapping } from './mapping.ts';
import { compilePattern, type TimeParts, type TimePattern } from './pattern.ts';
import { clockOf, type FileClock } from './zone.ts';

const DAY = 86_400_000;
/** Earliest time taken: older than any logger (*assumed*). */
const earliest = Date.UTC(1900, 0, 1);

/** Why a row has no time that can be stored. */
export type TimeProblem = 'time' | 'skippedTime' | 'doubledTime' | 'timeRange';
export type TimeResult =
  | { readonly t: number; readonly text: string }
  | { readonly problem: TimeProblem; readonly text: string };

/** Reads the time of a row. */
export interface TimeReader {
  /** Columns that hold it. */
  readonly columns: readonly number[];
  /**
   * UTC ms, or why there is none. With the rule `order` a time of a doubled hour is the one of its two moments that
   * follows the row before it; so rows are to be read in the order of the file.
   */
  read(cells: readonly string[]): TimeResult;
}

/** Forms that are read where the mapping names no pattern: the year first, so that nothing is to be guessed. */
const usual = ['YYYY-M-D', 'YYYY-M-D H:m', 'YYYY-M-D H:m:s', 'YYYY-M-D H:m:s.S'].flatMap((text) => [
  text,
  ...(text.includes('H') ? [`${text}Z`, `${text} Z`] : []),
]);
const usualPatterns = usual.map(compilePattern);

/** `2022/3/7`, `2022.3.7`, `2022年3月7日 4時05分` and `2022-03-07T04:05` as the usual form. */
function normal(cell: string): string {
  return cell
    .replace(/^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?/, '$1-$2-$3')
    .replace(/^(\S+)[Tt](?=\d)/, '$1 ')
    .replace(/(\d{1,2})[时時](\d{1,2})分(?:(\d{1,2})秒)?$/, (_, h, m, s) => `${h}:${m}:${s ?? 0}`);
}

const anyForm: Pick<TimePattern, 'parse'> = {
  parse(cell) {
    const text = normal(cell.trim());
    for (const pattern of usualPatterns) {
      const parts = pattern?.parse(text);
      if (parts) return parts;
    }
    return null;
  },
};

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** Wall time as if it were UTC ms; null when the parts are no date (month 13, 30 February, hour 25, day 366 of 2015). */
function wallOf(parts: TimeParts, pivot: number): number | null {
  const { month, day, dayOfYear, hour, minute, second, ms } = parts;
  const all = [parts.year, month ?? 1, day ?? 1, dayOfYear ?? 1, hour, minute, second];
  if (!all.every((part) => Number.isInteger(part) && part >= 0)) return null;
  if (parts.isShortYear ? parts.year > 99 : parts.year < 1000 || parts.year > 9999) return null;
  const year = parts.isShortYear ? parts.year + (parts.year < pivot ? 2000 : 1900) : parts.year;
  if (minute > 59 || second > 59) return null;
  if (hour > 24 || (hour === 24 && (minute > 0 || second > 0 || ms > 0))) return null;
  const clock = hour * 3_600_000 + minute * 60_000 + second * 1000 + ms;
  if (dayOfYear !== undefined) {
    if (dayOfYear < 1 || dayOfYear > (isLeap(year) ? 366 : 365)) return null;
    return Date.UTC(year, 0, 1) + (dayOfYear - 1) * DAY + clock;
  }
  const t = Date.UTC(year, (month ?? 0) - 1, day);
  const date = new Date(t);
  return date.getUTCMonth() === (month ?? 0) - 1 && date.getUTCDate() === day ? t + clock : null;
}

/** `5` is 00:05, `1530` and `15:30` are half past three, `2400` is the end of the day. */
function clockParts(cell: string): { hour: number; minute: number; second: number; ms: number } | null {
  const match =
    /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9}))?)?$/.exec(cell) ??
    /^(\d{1,2})(\d{2})()()$/.exec(/^\d{1,4}$/.test(cell) ? cell.padStart(4, '0') : '') ??
    /^(\d{2})(\d{2})(\d{2})()$/.exec(/^\d{5,6}$/.test(cell) ? cell.padStart(6, '0') : '');
  if (match === null) return null;
  const [hour = 0, minute = 0, second = 0] = match.slice(1, 4).map((part) => Number(part || 0));
  return { hour, minute, second, ms: match[4] ? Math.round(Number(`0.${match[4]}`) * 1000) : 0 };
}

/** A part that stands in a column of its own: an integer, also written as `8.0`; NaN for anything else. */
const integer = (cell: string | undefined) =>
  /^\d{1,4}(?:\.0*)?$/.test(cell ?? '') ? Number(cell) : Number.NaN;

/** Parts of a row's time in a column each. @throws Refusal for columns that do not make a day */
function inColumns(
  time: Extract<Mapping['time'], { year: ColumnName }>,
  resolve: (column: ColumnName) => number,
): { columns: number[]; parse: (cells: readonly string[]) => TimeParts | null } {
  const byDate = time.month !== undefined && time.day !== undefined;
  const isWhole = time.dayOfYear === undefined ? byDate : time.month === undefined && time.day === undefined;
  if (!isWhole || (time.clock !== undefined && (time.hour ?? time.minute) !== undefined)) {
    throw new Refusal(400, 'import.mapping.timeParts', {}, 'time');
  }
  const at = (column: ColumnName | undefined) => (column === undefined ? null : resolve(column));
  const [year, month, day, dayOfYear] = [time.year, time.month, time.day, time.dayOfYear].map(at);
  const [hour, minute, second, clock] = [time.hour, time.minute, time.second, time.clock].map(at);
  const all = [year, month, day, dayOfYear, hour, minute, second, clock];
  const columns = all.filter((column) => typeof column === 'number');
  return {
    columns,
    parse(cells) {
      const cell = (column: number | null | undefined) =>
        typeof column === 'number' ? cells[column] : undefined;
      const part = (column: number | null | undefined, fallback: number) =>
        typeof column === 'number' ? integer(cells[column]) : fallback;
      const text = cell(year) ?? '';
      const ofClock = typeof clock === 'number' ? clockParts(cell(clock) ?? '') : null;
      if (typeof clock === 'number' && ofClock === null) return null;
      return {
        year: integer(text),
        isShortYear: /^\d{1,2}$/.test(text),
        ...(typeof dayOfYear === 'number'
          ? { dayOfYear: integer(cells[dayOfYear]) }
          : { month: part(month, Number.NaN), day: part(day, Number.NaN) }),
        hour: ofClock?.hour ?? part(hour, 0),
        minute: ofClock?.minute ?? part(minute, 0),
        second: typeof second === 'number' ? part(second, 0) : (ofClock?.second ?? 0),
        ms: ofClock?.ms ?? 0,
      };
    },
  };
}

const epochs = { 'epoch-s': 1000, 'epoch-ms': 1 } as const;
const isEpoch = (text: string | undefined): text is keyof typeof epochs =>
  text !== undefined && Object.hasOwn(epochs, text);

interface Source {
  readonly columns: readonly number[];
  readonly text: (cells: readonly string[]) => string;
  readonly parse: (cells: readonly string[]) => TimeParts | number | null;
}

function sourceOf(mapping: Mapping, resolve: (column: ColumnName) => number): Source {
  const { time } = mapping;
  if ('year' in time) {
    const { columns, parse } = inColumns(time, resolve);
    return { columns, parse, text: (cells) => columns.map((column) => cells[column] ?? '').join(' ') };
  }
  const columns = 'column' in time ? [resolve(time.column)] : [resolve(time.date), resolve(time.clock)];
  const text = (cells: readonly string[]) => columns.map((column) => cells[column] ?? '').join(' ');
  const { pattern } = time;
  if (isEpoch(pattern)) {
    const factor = epochs[pattern];
    const parse = (cells: readonly string[]) => {
      const cell = text(cells).trim();
      return /^\d{1,16}(?:[.,]\d{1,9})?$/.test(cell)
        ? Math.round(Number(cell.replace(',', '.')) * factor)
        : null;
    };
    return { columns, text, parse };
  }
  const compiled = pattern === undefined || pattern === 'iso' ? anyForm : compilePattern(pattern);
  if (compiled === null)
    throw new Refusal(400, 'import.mapping.pattern', { pattern: pattern ?? '' }, 'time.pattern');
  if ('hasShortYear' in compiled && compiled.hasShortYear && mapping.pivot === undefined) {
    throw new Refusal(400, 'import.mapping.pivot', {}, 'pivot');
  }
  // A date and a clock of their own: `5` or `1530` is a time of day too.
  const joined = (cells: readonly string[]) => {
    const parts = compiled.parse(text(cells));
    if (parts !== null || columns.length === 1 || pattern !== undefined) return parts;
    const date = compiled.parse(cells[columns[0] ?? 0] ?? '');
    const clock = clockParts((cells[columns[1] ?? 0] ?? '').trim());
    return date === null || clock === null ? null : { ...date, ...clock };
  };
  return { columns, text, parse: joined };
}

/** Chooses between the two moments of a doubled hour; null where the mapping has no rule. */
function choose(rule: Mapping['repeated'], first: number, second: number, previous: number): number | null {
  if (rule === undefined) return null;
  if (rule === 'order') return first <= previous && second > previous ? second : first;
  return rule === 'first' ? first : second;
}

/**
 * `latest` is the latest time that can be: what lies beyond it is no time of a recording.
 * @throws Refusal 400 naming a zone, a pattern or a column that there is not
 */
export function timeReader(
  mapping: Mapping,
  resolve: (column: ColumnName) => number,
  latest = Number.POSITIVE_INFINITY,
): TimeReader {
  const clock: FileClock = clockOf(mapping.timeZone);
  const source = sourceOf(mapping, resolve);
  const pivot = mapping.pivot ?? 0;
  let previous = Number.NEGATIVE_INFINITY;
  const momentOf = (parts: TimeParts | number): number | TimeProblem => {
    if (typeof parts === 'number') return parts;
    if (parts.isShortYear && mapping.pivot === undefined) return 'time';
    const wall = wallOf(parts, pivot);
    if (wall === null) return 'time';
    if (parts.offset !== undefined) return wall - parts.offset;
    const moment = clock.momentOf(wall);
    if (moment.type === 'skipped') return 'skippedTime';
    if (moment.type === 'once') return moment.t;
    return choose(mapping.repeated, moment.first, moment.second, previous) ?? 'doubledTime';
  };
  return {
    columns: source.columns,
    read(cells) {
      const parts = source.parse(cells);
      const text = source.text(cells).trim().slice(0, 40);
      const t = parts === null ? 'time' : momentOf(parts);
      if (typeof t === 'string') return { problem: t, text };
      if (t < earliest || t > latest) return { problem: 'timeRange', text };
      previous = t;
      return { t, text };
    },
  };
}
