import { fewest, leastSpan } from '../methods/line.ts';
import { comparable, day, hour } from '../methods/points.ts';
import { numberOf, type Point, type QuantityDefinition } from '../model.ts';

/** A parabola has a coefficient more than a line: it takes a reading more. */
const least = fewest + 1;

/**
 * Twice the coefficient of t² of the least-squares parabola, per day²; null where the times do not carry one. Times are taken
 * about their mean in days, and values about theirs: the normal equations then lose no digits.
 */
function curvature(points: readonly Point[]): number | null {
  const origin = points[0]?.t ?? 0;
  const meanT = points.reduce((sum, { t }) => sum + (t - origin) / day, 0) / points.length;
  const mean = points.reduce((sum, { value }) => sum + value, 0) / points.length;
  let [s2, s3, s4, v1, v2] = [0, 0, 0, 0, 0];
  for (const point of points) {
    const t = (point.t - origin) / day - meanT;
    const value = point.value - mean;
    s2 += t * t;
    s3 += t ** 3;
    s4 += t ** 4;
    v1 += t * value;
    v2 += t * t * value;
  }
  // Of [n 0 s2; 0 s2 s3; s2 s3 s4] (a, b, c) = (0, v1, v2), by elimination.
  const below = s4 - (s2 * s2) / points.length - (s3 * s3) / s2;
  if (!(s2 > 0) || !(below > 1e-9 * s4)) return null;
  return (2 * (v2 - (s3 * v1) / s2)) / below;
}

/**
 * Acceleration: the second derivative of the least-squares parabola through the readings of a window, per day²; unknown for
 * less than 5 readings, or readings that span less than half of the window. Readings before the present datum do not count.
 */
export const acceleration: QuantityDefinition = {
  id: 'acceleration',
  of: 'channel',
  unit: { of: 'channel', per: 'd²' },
  args: { window: { type: 'number', unit: 'h', minimum: 0.5, maximum: 24 * 90, standard: 72 } },
  history: (args) => numberOf(args, 'window') * hour,
  evaluate: (input, args) => {
    const window = numberOf(args, 'window') * hour;
    const points = comparable(input, input.t - window - 1);
    const [first, last] = [points[0], points.at(-1)];
    if (first === undefined || last?.t !== input.t || points.length < least) return null;
    return last.t - first.t < leastSpan * window ? null : curvature(points);
  },
};
