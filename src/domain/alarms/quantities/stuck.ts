import { hour } from '../methods/points.ts';
import { numberOf, numbersOf, type QuantityDefinition } from '../model.ts';

/**
 * Hours for which a value has not moved at all: from the first of the equal readings up to now. It looks no further back
 * than its window, which is therefore the most that it says.
 */
export const stuck: QuantityDefinition = {
  id: 'stuck',
  of: 'channel',
  circular: true,
  unit: { of: 'own', unit: 'h' },
  args: { window: { type: 'number', unit: 'h', minimum: 1, maximum: 24 * 30, standard: 72 } },
  history: (args) => numberOf(args, 'window') * hour,
  evaluate: (input, args) => {
    const points = numbersOf(input, input.t - numberOf(args, 'window') * hour - 1);
    const now = points.at(-1);
    if (now?.t !== input.t) return null;
    let since = now.t;
    for (let index = points.length - 1; index >= 0; index -= 1) {
      const point = points[index];
      if (point === undefined || point.value !== now.value) break;
      since = point.t;
    }
    return (input.t - since) / hour;
  },
};
