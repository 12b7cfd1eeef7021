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

/** ISO date that clocks of the zone show. */
function dateAt(zone: string, t: number): string {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
    formats.set(zone, format);
  }
  return format.format(t);
}

/** First moment of a local date, by bisection. */
function startOfDate(zone: string, date: string): number {
  const key = `${zone} ${date}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  let low = Date.parse(date) - 2 * DAY;
  let high = Date.parse(date) + 2 * DAY;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dateAt(zone, middle) < date) low = middle;
    else high = middle;
  }
  starts.set(key, high);
  return high;
}

/** The start of the bin that holds a moment. The zones tested with a boundary never change their clocks. */
export function naiveBinStart(zone: string, boundary: number, step: number, t: number): number {
  if (step < HOUR) return t - (((t % step) + step) % step);
  const shift = boundary * 60_000;
  const date = dateAt(zone, t - shift);
  const day = startOfDate(zone, date) + shift;
  if (step < DAY) return day + Math.floor((t - day) / step) * step;
  const number = Date.parse(date) / DAY;
  const first = number - (((number % (step / DAY)) + step / DAY) % (step / DAY));
  return startOfDate(zone, new Date(first * DAY).toISOString().slice(0, 10)) + shift;
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
