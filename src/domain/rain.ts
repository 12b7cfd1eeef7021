/**
 * Rain sums. A row's amount fell in the interval that *ends* at its time, so a row stamped exactly on a boundary
 * belongs to the day or hour before it. Test tips never count. Times in UTC ms, amounts in mm.
 */
import { enumValues } from '../catalogue/index.ts';
import { fromLocal, zoneOffset } from './zone-time.ts';

const day = 24 * 3_600_000;

export interface RainRow {
  readonly t: number;
  readonly amount: number | null;
  /** Code of `rainDataType`; null counts as timed. */
  readonly dataType: number | null;
}

/** False for test tips and missing amounts. */
export function counts(row: RainRow): row is RainRow & { readonly amount: number } {
  return row.amount !== null && row.dataType !== enumValues.rainDataType.indexOf('test');
}

/** The moment that decides to which hour or day a row's rain belongs. */
export const rainMoment = (t: number) => t - 1;

/**
 * The rain day that a row of time `t` belongs to: rows with from < t ≤ to.
 * @param boundary minutes after local midnight at which the day begins
 */
export function rainDay(
  t: number,
  zone: string,
  boundary: number,
): { readonly from: number; readonly to: number } {
  const moment = rainMoment(t);
  const local = moment + zoneOffset(moment, zone) - boundary * 60_000;
  const midnight = Math.floor(local / day) * day;
  return {
    from: fromLocal(midnight + boundary * 60_000, zone),
    to: fromLocal(midnight + day + boundary * 60_000, zone),
  };
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
    const { from } = rainDay(row.t, zone, boundary);
    sums.set(from, (sums.get(from) ?? 0) + row.amount);
  }
  return new Map([...sums].sort(([a], [b]) => a - b));
}

/** The day's rain up to and with the row of time `t`: the channel `daily`. `rows` may hold other days too. */
export function rainSoFar(t: number, rows: Iterable<RainRow>, zone: string, boundary: number): number {
  const { from } = rainDay(t, zone, boundary);
  let sum = 0;
  for (const row of rows) if (row.t > from && row.t <= t && counts(row)) sum += row.amount;
  return sum;
}
