/**
 * Rain sums over rain days, which begin at the project's boundary. A row counts in the day that its time falls in
 * (start included, end not), as the stored hours and days do. Test tips never count. Times UTC ms, amounts mm.
 */
import { dayNumber, dayStart, startOfDay } from '../base/time.ts';
import { enumValues } from '../catalogue/enum-values.ts';

export interface RainRow {
  readonly t: number;
  readonly amount: number | null;
  /** Code of `rainDataType`; null counts as timed. */
  readonly dataType: number | null;
}

const test: number = enumValues.rainDataType.indexOf('test');

/** False for test tips and missing amounts. */
export function counts(row: RainRow): row is RainRow & { readonly amount: number } {
  return row.amount !== null && row.dataType !== test;
}

/**
 * The rain day that a moment belongs to: from ≤ t < to.
 * @param boundary minutes after local midnight at which the day begins
 */
export function rainDay(
  t: number,
  zone: string,
  boundary: number,
): { readonly from: number; readonly to: number } {
  const day = dayNumber(zone, t, boundary);
  return { from: dayStart(zone, day, boundary), to: dayStart(zone, day + 1, boundary) };
}

/** Daily sums by the start of the rain day, ascending. Days without a counting row are absent. */
export function dailyRain(
  rows: Iterable<RainRow>,
  zone: string,
  boundary: number,
): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const row of rows) {
    if (!counts(row)) continue;
    const from = startOfDay(zone, row.t, boundary);
    sums.set(from, (sums.get(from) ?? 0) + row.amount);
  }
  return new Map([...sums].sort(([a], [b]) => a - b));
}

/** The day's rain up to and with the row of time `t`: the channel `daily`. `rows` may hold other days too. */
export function rainSoFar(t: number, rows: Iterable<RainRow>, zone: string, boundary: number): number {
  const from = startOfDay(zone, t, boundary);
  let sum = 0;
  for (const row of rows) if (row.t >= from && row.t <= t && counts(row)) sum += row.amount;
  return sum;
}
