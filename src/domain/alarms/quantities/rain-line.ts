import { rainEvents } from '../../lenses/rain-events.ts';
import { hour } from '../methods/points.ts';
import { rainRows, sumOf } from '../methods/rain-rows.ts';
import { numberOf, type QuantityDefinition } from '../model.ts';

/**
 * The mean intensity of the present rain as a part of what a line of intensity and duration, I = a · D^b (mm/h, h), allows at
 * its duration: 1 lies on the line. Rain is counted in hours that end at the moment, an hour is wet from 0.1 mm on, and hours
 * without rain, at least `gap` of them, end an event: 0 then. Unknown for durations that the line does not hold for. The
 * standard is the line of Caine 1980 (Geografiska Annaler 62 A, 23–27); a line of one's own is given by its numbers, so that a
 * version of a rule is always of one line. Test tips and what is missing: see `rainSum`.
 */
export const rainLine: QuantityDefinition = {
  id: 'rainLine',
  of: 'row',
  rows: ['rain'],
  unit: { of: 'own', unit: null },
  args: {
    factor: { type: 'number', unit: null, minimum: 0.01, maximum: 1000, standard: 14.82 },
    exponent: { type: 'number', unit: null, minimum: -3, maximum: 0, standard: -0.39 },
    gap: { type: 'number', unit: 'h', minimum: 1, maximum: 72, integer: true, standard: 6 },
    shortest: { type: 'number', unit: 'h', minimum: 1, maximum: 168, integer: true, standard: 1 },
    longest: { type: 'number', unit: 'h', minimum: 1, maximum: 24 * 30, integer: true, standard: 240 },
  },
  history: (args) => (numberOf(args, 'longest') + numberOf(args, 'gap') + 1) * hour,
  evaluate: (input, args) => {
    const gap = numberOf(args, 'gap');
    const longest = numberOf(args, 'longest');
    const hours = longest + gap + 1;
    const from = input.t - hours * hour;
    const rows = rainRows(input, from);
    if (rows === null) return null;
    const amount = Float64Array.from({ length: hours }, (_, at) =>
      sumOf(rows, from + at * hour, from + (at + 1) * hour),
    );
    const event = rainEvents({ from, amount }, gap).at(-1);
    if (event === undefined || input.t - event.to >= gap * hour) return 0;
    if (event.duration < numberOf(args, 'shortest') || event.duration > longest) return null;
    return event.intensity / (numberOf(args, 'factor') * event.duration ** numberOf(args, 'exponent'));
  },
};
