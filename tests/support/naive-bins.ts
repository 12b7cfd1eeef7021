/** Bins computed without the product's code: local dates come from Intl's own formatting. */
import type { Reading } from '../../src/server/storage/storage.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export interface NaiveBin {
  start: number;
  values: number[];
}

const formats = new Map<string, Intl.DateTimeFormat>();
const starts = new Map<string, number>();

/** What clocks of the zone show, as if it were UTC ms. */
function wallAt(zone: string, t: number): number {
  let format = formats.get(zone);
  if (!format) {
    const fields = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...fields, ...clock });
    formats.set(zone, format);
  }
  return Date.parse(`${format.format(t).replace(' ', 'T')}Z`) + (((t % 1000) + 1000) % 1000);
}

/** Number of the day, since 1970, that begins `shift` ms after local midnight and holds a moment. */
const dayAt = (zone: string, shift: number, t: number): number => Math.floor((wallAt(zone, t) - shift) / DAY);

/** First moment of such a day, by bisection. */
function startOfDay(zone: string, shift: number, day: number): number {
  const key = `${zone} ${shift} ${day}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  let low = day * DAY - 2 * DAY;
  let high = day * DAY + 2 * DAY;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dayAt(zone, shift, middle) < day) low = middle;
    else high = middle;
  }
  starts.set(key, high);
  return high;
}

const bins = new Map<string, number>();

/** The start of the bin that holds a moment. Hours and days begin at whole quarters of an hour in every zone tested. */
export function naiveBinStart(zone: string, boundary: number, step: number, t: number): number {
  if (step < HOUR) return t - (((t % step) + step) % step);
  const key = `${zone} ${boundary} ${step} ${Math.floor(t / (HOUR / 4))}`;
  const start = bins.get(key) ?? binStart(zone, boundary, step, t);
  bins.set(key, start);
  return start;
}

function binStart(zone: string, boundary: number, step: number, t: number): number {
  const shift = boundary * 60_000;
  const number = dayAt(zone, shift, t);
  const day = startOfDay(zone, shift, number);
  if (step < DAY) return day + Math.floor((t - day) / step) * step;
  return startOfDay(zone, shift, number - (((number % (step / DAY)) + step / DAY) % (step / DAY)));
}

/** What fell in a stretch of time; `t` is its end. */
export interface NaivePart {
  readonly t: number;
  readonly amount: number;
}

/**
 * Cuts an amount that fell evenly in the `seconds` before `t` wherever `cellOf` changes at a multiple of `unit` ms.
 */
export function naiveParts(
  t: number,
  seconds: number,
  amount: number,
  unit: number,
  cellOf: (t: number) => unknown,
): NaivePart[] {
  const begin = t - seconds * 1000;
  const ends = [t];
  for (let end = Math.ceil(t / unit) * unit - unit; end > begin; end -= unit) {
    if (cellOf(end - 1) !== cellOf(end)) ends.push(end);
  }
  return ends.map((end, i) => ({
    t: end,
    amount: (amount * (end - (ends[i + 1] ?? begin))) / (seconds * 1000),
  }));
}

/** All bins of readings in ascending time, with the values that `pick` finds (undefined is missing). */
export function naiveBins(
  readings: readonly Reading[],
  binStart: (t: number) => number,
  pick: (reading: Reading) => number | undefined,
): NaiveBin[] {
  const bins = new Map<number, NaiveBin>();
  for (const reading of [...readings].sort((a, b) => a.t - b.t)) {
    const start = binStart(reading.t);
    const bin = bins.get(start) ?? { start, values: [] };
    bins.set(start, bin);
    const value = pick(reading);
    if (value !== undefined) bin.values.push(value);
  }
  return [...bins.values()].sort((a, b) => a.start - b.start);
}
