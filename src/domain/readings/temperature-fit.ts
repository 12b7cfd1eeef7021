/**
 * How much of a reading is temperature: value = offset + coefficient · temperature(t − lag) + trend · t, by least squares.
 * The trend is taken out of both sides first (Frisch and Waugh 1933), so that a movement that goes on is not taken for
 * temperature, nor a season that turns cold for a movement.
 */

export interface TemperatureFit {
  /** Unit of the value for 1 °C. */
  readonly coefficient: number;
  /** 95 % of what the coefficient may be: ± this. Neighbouring readings are alike, so they count as fewer (Bartlett 1935). */
  readonly uncertainty: number;
  /** How long the value comes after the temperature, ms. */
  readonly lag: number;
  /** Part of the value's spread about its trend that temperature explains: 0 to 1. */
  readonly explained: number;
  /** Standard deviation about the trend, before and after. */
  readonly before: number;
  readonly after: number;
  /** Readings that have both. */
  readonly count: number;
  /** Mean temperature, °C: what the corrected values are of. */
  readonly mean: number;
  /** Unit of the value per day. */
  readonly trend: number;
}

/** Why there is no fit. */
export type NoFit = 'few' | 'still' | 'short';

/** Fewest readings, narrowest range of temperature (°C) and shortest time (ms) of which a coefficient is said. Assumed. */
export const leastFit = { readings: 48, range: 2, span: 86_400_000 } as const;
/** Longest lag that is tried, and how many are. */
const longestLag = 12 * 3_600_000;
const mostLags = 48;
const day = 86_400_000;
/** Twice the logarithm of the likelihoods' ratio from which on a lag is believed: 99 % of χ² with one degree (Wilks 1938). */
const sureGain = 6.63;
/** Two-sided 95 % of a normal distribution. */
const z95 = 1.96;

interface Pairs {
  readonly t: Float64Array;
  readonly value: Float64Array;
  readonly temperature: Float64Array;
}

/** Temperature at a moment between its readings; NaN outside of them, or where they are farther apart than `reach`. */
function between(t: ArrayLike<number>, values: ArrayLike<number>, at: number, from: number, reach: number) {
  let index = from;
  while (index + 1 < t.length && (t[index + 1] as number) <= at) index += 1;
  const [left, right] = [t[index] as number, t[index + 1] as number];
  if (left === at) return { index, value: values[index] as number };
  if (!(left < at && at < right) || right - left > reach) return { index, value: Number.NaN };
  const part = (at - left) / (right - left);
  return { index, value: (values[index] as number) * (1 - part) + (values[index + 1] as number) * part };
}

function pairsAt(
  t: ArrayLike<number>,
  values: ArrayLike<number>,
  known: { readonly t: Float64Array; readonly temperature: Float64Array },
  lag: number,
  reach: number,
): Pairs {
  const [times, left, right]: [number[], number[], number[]] = [[], [], []];
  let index = 0;
  for (let i = 0; i < t.length; i += 1) {
    const at = t[i] as number;
    const value = values[i] as number;
    if (Number.isNaN(value)) continue;
    const found = between(known.t, known.temperature, at - lag, index, reach);
    index = found.index;
    if (Number.isNaN(found.value)) continue;
    times.push(at);
    left.push(value);
    right.push(found.value);
  }
  return {
    t: Float64Array.from(times),
    value: Float64Array.from(left),
    temperature: Float64Array.from(right),
  };
}

const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** What is left of values when their straight line over time is taken off, and the line's slope. */
function withoutTrend(t: Float64Array, values: Float64Array) {
  const [middle, mean] = [meanOf(t), meanOf(values)];
  let [xy, xx] = [0, 0];
  for (let i = 0; i < t.length; i += 1) {
    const x = (t[i] as number) - middle;
    xy += x * ((values[i] as number) - mean);
    xx += x * x;
  }
  const slope = xx === 0 ? 0 : xy / xx;
  return { slope, rest: values.map((value, i) => value - mean - slope * ((t[i] as number) - middle)) };
}

const dot = (a: Float64Array, b: Float64Array) =>
  a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);

/** Correlation of neighbours. */
function likeness(values: Float64Array): number {
  let sum = 0;
  for (let i = 1; i < values.length; i += 1) sum += (values[i] as number) * (values[i - 1] as number);
  const all = dot(values, values);
  return all === 0 ? 0 : Math.max(0, Math.min(0.999, sum / all));
}

function fitPairs({ t, value, temperature }: Pairs, lag: number) {
  const left = withoutTrend(t, value);
  const right = withoutTrend(t, temperature);
  const [xy, xx, yy] = [dot(right.rest, left.rest), dot(right.rest, right.rest), dot(left.rest, left.rest)];
  const coefficient = xx === 0 ? 0 : xy / xx;
  const residual = left.rest.map((one, i) => one - coefficient * (right.rest[i] as number));
  const count = t.length;
  const rest = dot(residual, residual);
  const alike = likeness(residual) * likeness(right.rest);
  const independent = Math.max(1, (count * (1 - alike)) / (1 + alike) - 3);
  const fit: TemperatureFit = {
    coefficient,
    uncertainty:
      xx === 0 ? Number.POSITIVE_INFINITY : z95 * Math.sqrt(rest / count / ((xx / count) * independent)),
    lag,
    explained: yy === 0 ? 0 : 1 - rest / yy,
    before: Math.sqrt(yy / Math.max(1, count - 2)),
    after: Math.sqrt(rest / Math.max(1, count - 3)),
    count,
    mean: meanOf(temperature),
    trend: (left.slope - coefficient * right.slope) * day,
  };
  return { fit, independent };
}

/**
 * Fits a value to the temperature beside it; of several lags the one that explains most, where that
 * is more than chance.
 * @param t UTC ms, ascending; NaN among the values or temperatures is missing
 * @returns the fit, or why there is none: `few` readings, temperature that stood `still`, too `short` a time
 */
export function fitTemperature(
  t: ArrayLike<number>,
  values: ArrayLike<number>,
  temperatures: ArrayLike<number>,
): TemperatureFit | NoFit {
  const [times, known]: [number[], number[]] = [[], []];
  for (let i = 0; i < t.length; i += 1) {
    if (Number.isNaN(temperatures[i] as number)) continue;
    times.push(t[i] as number);
    known.push(temperatures[i] as number);
  }
  const own = { t: Float64Array.from(times), temperature: Float64Array.from(known) };
  const distances = own.t.slice(1).map((at, i) => at - (own.t[i] as number));
  const cycle = distances.toSorted()[distances.length >> 1] ?? 0;
  const reach = 3 * cycle;
  const plain = pairsAt(t, values, own, 0, reach);
  if (plain.t.length < leastFit.readings) return 'few';
  if ((plain.t.at(-1) ?? 0) - (plain.t[0] ?? 0) < leastFit.span) return 'short';
  const [low, high] = plain.temperature.reduce(
    ([least, most], one) => [Math.min(least, one), Math.max(most, one)] as const,
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const,
  );
  if (high - low < leastFit.range) return 'still';
  const atOnce = fitPairs(plain, 0);
  let best = atOnce.fit;
  const step = Math.max(cycle, longestLag / mostLags);
  for (let lag = step; lag <= longestLag; lag += step) {
    const pairs = pairsAt(t, values, own, lag, reach);
    // A lag that few readings speak of is not held against one that many do.
    if (pairs.t.length < 0.8 * plain.t.length || pairs.t.length < leastFit.readings) break;
    const { fit } = fitPairs(pairs, lag);
    if (fit.explained > best.explained) best = fit;
  }
  // Of many lags one always does a little better by chance, and would make the coefficient too great.
  const gain =
    atOnce.independent * Math.log((1 - atOnce.fit.explained) / Math.max(1e-12, 1 - best.explained));
  return gain > sureGain ? best : atOnce.fit;
}

/** The values as they would be at the mean temperature; NaN where the temperature of then is not known. */
export function correctedBy(
  fit: Pick<TemperatureFit, 'coefficient' | 'lag' | 'mean'>,
  t: ArrayLike<number>,
  values: ArrayLike<number>,
  temperatures: ArrayLike<number>,
): Float64Array {
  const known = Array.from({ length: t.length }, (_, i) => i).filter(
    (i) => !Number.isNaN(temperatures[i] as number),
  );
  const times = known.map((i) => t[i] as number);
  const own = known.map((i) => temperatures[i] as number);
  let index = 0;
  return Float64Array.from({ length: t.length }, (_, i) => {
    const found = between(times, own, (t[i] as number) - fit.lag, index, Number.POSITIVE_INFINITY);
    index = found.index;
    return (values[i] as number) - fit.coefficient * (found.value - fit.mean);
  });
}
