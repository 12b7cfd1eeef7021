import { hour } from '../methods/points.ts';
import { strongestShear } from '../methods/shear.ts';
import { numberOf, type QuantityDefinition } from '../model.ts';

/**
 * Depth of the node of a profile whose incremental displacement moves fastest in a window, m, as the device counts it.
 * Unknown where it moves by less than the least rate: there it is only noise.
 */
export const shearDepth: QuantityDefinition = {
  id: 'shearDepth',
  of: 'row',
  rows: ['profile'],
  unit: { of: 'own', unit: 'm' },
  args: {
    window: { type: 'number', unit: 'h', minimum: 1, maximum: 24 * 90, standard: 168 },
    leastRate: { type: 'number', unit: 'mm/d', minimum: 0, maximum: 500, standard: 0.1 },
  },
  history: (args) => numberOf(args, 'window') * hour,
  evaluate: (input, args) => {
    const shear = strongestShear(input, numberOf(args, 'window') * hour);
    return shear === null || shear.rate < numberOf(args, 'leastRate') ? null : shear.depth;
  },
};
