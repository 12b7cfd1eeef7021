import { lineOfWindow } from '../methods/line.ts';
import { comparable, day, hour } from '../methods/points.ts';
import { numberOf, type QuantityDefinition } from '../model.ts';

/**
 * Slope of the least-squares line through the readings of a window, per day; unknown for less than 4 readings, or
 * readings that span less than half of the window. Readings before the present datum do not count.
 */
export const rate: QuantityDefinition = {
  id: 'rate',
  of: 'channel',
  unit: { of: 'channel', per: 'd' },
  args: { window: { type: 'number', unit: 'h', minimum: 0.1, maximum: 24 * 90, standard: 24 } },
  history: (args) => numberOf(args, 'window') * hour,
  evaluate: (input, args) => {
    const window = numberOf(args, 'window') * hour;
    const points = comparable(input, input.t - window - 1);
    if (points.at(-1)?.t !== input.t) return null;
    const line = lineOfWindow(points, window);
    return line === null ? null : line.slope * day;
  },
};
