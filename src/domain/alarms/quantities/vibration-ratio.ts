import { limitCurves, vibrationLimit } from '../methods/vibration-limits.ts';
import { choiceOf, type QuantityDefinition, readingNow } from '../model.ts';

const axes = ['X', 'Y', 'Z'] as const;

/**
 * Peak particle velocity over the limit at its frequency, by a curve of methods/vibration-limits: the largest of the
 * three axes, 1 at the limit. An axis whose velocity or frequency is missing, or whose frequency the curve does not
 * reach, is not judged; unknown where none is.
 */
export const vibrationRatio: QuantityDefinition = {
  id: 'vibrationRatio',
  of: 'row',
  rows: ['blast'],
  unit: { of: 'own', unit: null },
  args: { curve: { type: 'choice', choices: limitCurves, standard: 'din4150Line2' } },
  history: () => 0,
  evaluate: (input, args) => {
    const name = choiceOf(args, 'curve');
    const curve = limitCurves.find((one) => one === name);
    const values = readingNow({ ...input, element: 0 })?.values;
    if (curve === undefined || values === undefined) return null;
    const ratios = axes.flatMap((axis) => {
      const velocity = values[`ppv${axis}`];
      const frequency = values[`dominantFrequency${axis}`];
      if (typeof velocity !== 'number' || typeof frequency !== 'number') return [];
      const limit = vibrationLimit(curve, frequency);
      return limit === null ? [] : [Math.abs(velocity) / limit];
    });
    return ratios.length === 0 ? null : Math.max(...ratios);
  },
};
