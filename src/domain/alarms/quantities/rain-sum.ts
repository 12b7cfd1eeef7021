import { hour } from '../methods/points.ts';
import { rainRows, sumOf } from '../methods/rain-rows.ts';
import { numberOf, type QuantityDefinition } from '../model.ts';

/**
 * Rain in a window, mm: test tips excluded, intervals that cross its start split by time. What is missing counts as no
 * rain; unknown where the gauge has given nothing for 24 hours, or for the whole window where that is shorter.
 */
export const rainSum: QuantityDefinition = {
  id: 'rainSum',
  of: 'row',
  rows: ['rain'],
  unit: { of: 'own', unit: 'mm' },
  args: { window: { type: 'number', unit: 'h', minimum: 0.1, maximum: 24 * 90, standard: 24 } },
  history: (args) => numberOf(args, 'window') * hour,
  evaluate: (input, args) => {
    const from = input.t - numberOf(args, 'window') * hour;
    const rows = rainRows(input, from);
    return rows === null ? null : sumOf(rows, from, input.t);
  },
};
