import { numberOf, numbersOf, type QuantityDefinition } from '../model.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Fewer readings, or readings of a shorter part of the window, do not carry a rate. */
const fewest = 4;
const leastSpan = 0.5;

/** Slope of the least-squares line through the readings of a window, per day. */
export const rate: QuantityDefinition = {
  id: 'rate',
  of: 'channel',
  unit: { of: 'channel', per: 'd' },
  args: { window: { type: 'number', unit: 'h', minimum: 0.1, maximum: 24 * 90, standard: 24 } },
  history: (args) => numberOf(args, 'window') * hour,
  evaluate: (input, args) => {
    const window = numberOf(args, 'window') * hour;
    const points = numbersOf(input, input.t - window - 1);
    const first = points[0];
    const last = points.at(-1);
    if (first === undefined || last === undefined || points.length < fewest) return null;
    if (last.t !== input.t || last.t - first.t < leastSpan * window) return null;
    // Around their means: times since 1970 squared have no digits left for the rest.
    const meanT = points.reduce((sum, { t }) => sum + (t - first.t), 0) / points.length;
    const meanValue = points.reduce((sum, one) => sum + one.value, 0) / points.length;
    let above = 0;
    let below = 0;
    for (const point of points) {
      const t = point.t - first.t - meanT;
      above += t * (point.value - meanValue);
      below += t * t;
    }
    return below === 0 ? null : (above / below) * day;
  },
};
