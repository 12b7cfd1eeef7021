import { degrees } from '../../readings/angles.ts';
import { fewest, lineOfWindow } from '../methods/line.ts';
import { comparable, day, hour } from '../methods/points.ts';
import { numberOf, type Point, type QuantityDefinition } from '../model.ts';

/**
 * Standard error of a median by the median absolute deviation, times √n: 1.4826 makes a standard deviation of it, and
 * √(π / 2) that of a median, both for normal scatter.
 */
const medianError = 1.4826 * Math.sqrt(Math.PI / 2);
/** Standard errors that a steady rate is off zero at least. Assumed. */
const leastErrors = 4;

const middle = (sorted: readonly number[]): number => {
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
};
const median = (values: readonly number[]): number => middle(values.toSorted((a, b) => a - b));

/**
 * Rate of the steady stage, per ms: the median of the rates of the windows that fill the reference period, one after the
 * other, up to `until`. Null where less than 4 of them, or less than half, have a rate, and where their median is less than
 * four of its standard errors: that is no steady stage.
 */
function steadyRate(points: readonly Point[], until: number, window: number, count: number): number | null {
  const parts = Array.from({ length: count }, (): Point[] => []);
  for (const point of points) parts[Math.ceil((until - point.t) / window) - 1]?.push(point);
  const rates = parts.flatMap((part) => lineOfWindow(part, window)?.slope ?? []);
  if (rates.length < fewest || rates.length * 2 < count) return null;
  const steady = median(rates);
  const deviation = median(rates.map((rate) => Math.abs(rate - steady)));
  const error = (medianError * deviation) / Math.sqrt(rates.length);
  return leastErrors * error < Math.abs(steady) ? steady : null;
}

/**
 * Improved tangent angle, degrees: arctan of the present rate over the rate of the steady stage, so that it has no scale;
 * 45° is as fast as then, and what moves back is negative. Xu Qiang, Zeng, Qian, Wang and He 2009 (Geological Bulletin of
 * China 28, 501–505): steady about 45°, imminent from 85° on. The present rate is that of the window (see `rate`). The
 * steady rate is given, by its amount and direction per day, or found where it is 0: see `steadyRate`, over a reference
 * period that ends where the window begins.
 */
export const tangentAngle: QuantityDefinition = {
  id: 'tangentAngle',
  of: 'channel',
  unit: { of: 'own', unit: '°' },
  args: {
    window: { type: 'number', unit: 'h', minimum: 1, maximum: 24 * 14, standard: 24 },
    steadyRate: { type: 'number', unit: null, minimum: -10_000, maximum: 10_000, standard: 0 },
    reference: { type: 'number', unit: 'd', minimum: 1, maximum: 90, standard: 30 },
  },
  history: (args) =>
    numberOf(args, 'window') * hour +
    (numberOf(args, 'steadyRate') === 0 ? numberOf(args, 'reference') * day : 0),
  evaluate: (input, args) => {
    const window = numberOf(args, 'window') * hour;
    const given = numberOf(args, 'steadyRate') / day;
    const start = input.t - window;
    const count = given === 0 ? Math.floor((numberOf(args, 'reference') * day) / window) : 0;
    const points = comparable(input, start - count * window - 1);
    if (points.at(-1)?.t !== input.t) return null;
    const line = lineOfWindow(
      points.filter(({ t }) => t >= start),
      window,
    );
    const steady =
      given !== 0
        ? given
        : steadyRate(
            points.filter(({ t }) => t < start),
            start,
            window,
            count,
          );
    return line === null || steady === null ? null : degrees(Math.atan(line.slope / steady));
  },
};
