import { fewest, leastSpan } from '../methods/line.ts';
import { comparable, hour, rounded } from '../methods/points.ts';
import { choiceOf, numberOf, type QuantityDefinition } from '../model.ts';

export const statistics = ['cumulative', 'maximum', 'minimum', 'mean', 'spread'] as const;

/**
 * Sum, largest, smallest or mean value of the readings in a window, or the difference between its largest and its
 * smallest. The window's start is outside of it. Each reading counts alike and at its own time (`rainSum` splits rain by
 * its intervals); test tips do not count, nor do readings before the present datum. Sum, maximum and minimum are of the
 * readings that there are; mean and spread are unknown for less than 4 readings, or readings that span less than half of
 * the window.
 */
export const windowStatistic: QuantityDefinition = {
  id: 'windowStatistic',
  of: 'channel',
  unit: { of: 'channel' },
  args: {
    statistic: { type: 'choice', choices: statistics, standard: 'maximum' },
    window: { type: 'number', unit: 'h', minimum: 0.1, maximum: 24 * 90, standard: 24 },
  },
  history: (args) => numberOf(args, 'window') * hour,
  evaluate: (input, args) => {
    const window = numberOf(args, 'window') * hour;
    const points = comparable(input, input.t - window);
    const first = points[0];
    if (first === undefined || points.at(-1)?.t !== input.t) return null;
    let [sum, largest, smallest] = [0, first.value, first.value];
    for (const { value } of points) {
      sum += value;
      largest = Math.max(largest, value);
      smallest = Math.min(smallest, value);
    }
    const carries = points.length >= fewest && input.t - first.t >= leastSpan * window;
    switch (choiceOf(args, 'statistic')) {
      case 'cumulative':
        return rounded(input, sum);
      case 'maximum':
        return largest;
      case 'minimum':
        return smallest;
      case 'mean':
        return carries ? rounded(input, sum / points.length) : null;
      default:
        return carries ? rounded(input, largest - smallest) : null;
    }
  },
};
