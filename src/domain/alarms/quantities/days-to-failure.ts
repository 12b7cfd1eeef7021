import { earliestFailure } from '../methods/inverse-velocity.ts';
import { comparable, day, hour } from '../methods/points.ts';
import { numberOf, type QuantityDefinition } from '../model.ts';

/** Days that a slope has which does not accelerate, and at most: a rule is released by them. Assumed. */
const longest = 3650;

/**
 * Days until a slope fails, by inverse velocity (methods/inverse-velocity): the lower end of its range, 0 where that is
 * past, 3650 where the readings of the window do not accelerate beyond doubt. Unknown where a ninth of the window has no
 * reading. Readings before the present datum do not count.
 */
export const daysToFailure: QuantityDefinition = {
  id: 'daysToFailure',
  of: 'channel',
  unit: { of: 'own', unit: 'd' },
  args: { window: { type: 'number', unit: 'h', minimum: 1, maximum: 24 * 90, standard: 72 } },
  history: (args) => numberOf(args, 'window') * hour,
  evaluate: (input, args) => {
    const from = input.t - numberOf(args, 'window') * hour;
    const points = comparable(input, from);
    if (points.at(-1)?.t !== input.t) return null;
    const failure = earliestFailure(points, from, input.t);
    return failure === null ? null : Math.min(longest, failure / day);
  },
};
