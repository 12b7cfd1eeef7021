import { rainEvents } from '../../lenses/rain-events.ts';
import type { QuantityInput } from '../model.ts';
import type { IntensityLine } from './own-lines.ts';
import { hour } from './points.ts';
import { rainRows, sumOf } from './rain-rows.ts';

/** Hours before a moment that are looked at. */
export const hoursOfLine = ({ longest, gap }: Pick<IntensityLine, 'longest' | 'gap'>): number =>
  Math.ceil(longest) + gap + 1;

/**
 * The mean intensity of the present rain as a part of what a line allows at its duration: 1 lies on the line. Rain is counted in
 * hours that end at the moment, an hour is wet from 0.1 mm on, and hours without rain, at least `gap` of them, end an event: 0
 * then. Null for durations that the line does not hold for.
 */
export function overLine(input: QuantityInput, line: IntensityLine): number | null {
  const { factor, exponent, shortest, longest, gap } = line;
  const hours = hoursOfLine(line);
  const from = input.t - hours * hour;
  const rows = rainRows(input, from);
  if (rows === null) return null;
  const amount = Float64Array.from({ length: hours }, (_, at) =>
    sumOf(rows, from + at * hour, from + (at + 1) * hour),
  );
  const event = rainEvents({ from, amount }, gap).at(-1);
  if (event === undefined || input.t - event.to >= gap * hour) return 0;
  if (event.duration < shortest || event.duration > longest) return null;
  return event.intensity / (factor * event.duration ** exponent);
}
