import { hour } from '../methods/points.ts';
import { strongestShear } from '../methods/shear.ts';
import { numberOf, type QuantityDefinition } from '../model.ts';

/** Rate at which the fastest node of a profile shears in a window, mm per day: both axes together (methods/shear). */
export const shearRate: QuantityDefinition = {
  id: 'shearRate',
  of: 'row',
  rows: ['profile'],
  unit: { of: 'own', unit: 'mm/d' },
  args: { window: { type: 'number', unit: 'h', minimum: 1, maximum: 24 * 90, standard: 168 } },
  history: (args) => numberOf(args, 'window') * hour,
  evaluate: (input, args) => strongestShear(input, numberOf(args, 'window') * hour)?.rate ?? null,
};
