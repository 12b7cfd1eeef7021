import { columnOf, datumWalk, valuesNow } from '../methods/columns.ts';
import { fewest, leastSpan } from '../methods/line.ts';
import { comparable, hour, roundedTo, roundsTo } from '../methods/points.ts';
import { channelOf, choiceOf, numberOf, type QuantityDefinition } from '../model.ts';

export const statistics = ['cumulative', 'maximum', 'minimum', 'mean', 'spread'] as const;

interface Statistics {
  readonly count: number;
  /** ms from the first reading to the moment. */
  readonly span: number;
  readonly sum: number;
  readonly largest: number;
  readonly smallest: number;
}

function statisticOf(
  { count, span, sum, largest, smallest }: Statistics,
  statistic: string,
  window: number,
  digits: number,
): number | null {
  const carries = count >= fewest && span >= leastSpan * window;
  switch (statistic) {
    case 'cumulative':
      return roundedTo(digits, sum);
    case 'maximum':
      return largest;
    case 'minimum':
      return smallest;
    case 'mean':
      return carries ? roundedTo(digits, sum / count) : null;
    default:
      return carries ? roundedTo(digits, largest - smallest) : null;
  }
}

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
    const found = { count: points.length, span: input.t - first.t, sum, largest, smallest };
    return statisticOf(found, choiceOf(args, 'statistic'), window, roundsTo(input));
  },
  evaluateAll: (input, args) => {
    const window = numberOf(args, 'window') * hour;
    const statistic = choiceOf(args, 'statistic');
    const digits = roundsTo(input);
    const { moments, readings } = input;
    const { t: times } = readings;
    const column = columnOf(input);
    const now = valuesNow(input);
    const datumAt = datumWalk(input.datums);
    const found = new Float64Array(moments.length).fill(Number.NaN);
    if (channelOf(input)?.circular === true) return found;
    let first = 0;
    for (let at = 0; at < moments.length; at += 1) {
      if (Number.isNaN(now[at])) continue;
      const t = moments[at] ?? Number.NaN;
      const from = Math.max(t - window, datumAt(t) - 1);
      while ((times[first] ?? Number.POSITIVE_INFINITY) <= from) first += 1;
      let [count, since, sum, largest, smallest] = [
        0,
        t,
        0,
        Number.NEGATIVE_INFINITY,
        Number.POSITIVE_INFINITY,
      ];
      for (let place = first; place < times.length; place += 1) {
        const own = times[place] ?? Number.NaN;
        if (own > t) break;
        const value = column[place] ?? Number.NaN;
        if (Number.isNaN(value)) continue;
        if (count === 0) since = own;
        count += 1;
        sum += value;
        largest = Math.max(largest, value);
        smallest = Math.min(smallest, value);
      }
      const own = { count, span: t - since, sum, largest, smallest };
      found[at] = statisticOf(own, statistic, window, digits) ?? Number.NaN;
    }
    return found;
  },
};
