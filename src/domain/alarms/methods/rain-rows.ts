/** Rain as a rule sees it. Times UTC ms, amounts mm. */
import { counts, intervalLength, type RainRow, shareOf } from '../../readings/rain.ts';
import { type QuantityInput, readingsSince } from '../model.ts';
import { day } from './points.ts';

/** What a gauge is silent for at most, ms, until its rain is unknown. Assumed. */
const longestSilence = day;

export type CountedRain = RainRow & { readonly amount: number };

const orNull = (value: number | string | null | undefined): number | null =>
  typeof value === 'number' ? value : null;

/**
 * The rain that is known in (from, t], by rows whose interval ends in it; test tips and missing amounts left out. Null
 * where none ends within the last 24 hours of it. What is missing in between counts as no rain: a sum is then at least
 * so much, and a limit that it reaches is reached.
 */
export function rainRows(input: QuantityInput, from: number): readonly CountedRain[] | null {
  const rows: CountedRain[] = [];
  for (const { t, element, values } of readingsSince(input, from)) {
    const row: RainRow = {
      t,
      amount: orNull(values['amount']),
      interval: orNull(values['interval']),
      dataType: orNull(values['dataType']),
    };
    if (element === 0 && counts(row)) rows.push(row);
  }
  const last = rows.at(-1);
  return last === undefined || last.t <= input.t - longestSilence ? null : rows;
}

/** Rain in (from, to], intervals split by time, mm to four digits: tenths do not add up exactly in binary. */
export function sumOf(rows: readonly CountedRain[], from: number, to: number): number {
  let sum = 0;
  for (const { amount, t, interval } of rows) sum += shareOf(amount, t, intervalLength(interval), from, to);
  return Number(sum.toFixed(4));
}
