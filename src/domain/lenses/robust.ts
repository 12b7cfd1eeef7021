/** Statistics that a few wild readings do not move. */
import { Neighbourhood, ranked } from './ranked.ts';
import type { TimeSeries } from './series.ts';

/** The middle value, of an even number the mean of the two in the middle; NaN of none. */
export function median(values: ArrayLike<number>): number {
  return medianOf(Float64Array.from(values));
}

/** The same of values whose order may be changed. */
function medianOf(values: Float64Array): number {
  const half = values.length >> 1;
  const upper = ranked(values, half);
  return values.length % 2 === 1 ? upper : (ranked(values, half - 1) + upper) / 2;
}

/** The value below which a part of some values lies, with straight lines between them; NaN of none. */
export function quantile(values: ArrayLike<number>, part: number): number {
  const sorted = Float64Array.from(values).sort();
  const at = (sorted.length - 1) * part;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low === high ? low : low + (high - low) * (at - Math.floor(at));
}

/** 1.4826 makes a standard deviation of a median absolute deviation, for normal scatter. */
const normalScale = 1.4826;

/** Standard deviation by the median absolute deviation. */
export function robustDeviation(values: ArrayLike<number>): number {
  const middle = median(values);
  return normalScale * median(Float64Array.from(values, (value) => Math.abs(value - middle)));
}

/** Readings on each side that a reading is compared with, and deviations from which on it is left out. Assumed. */
const neighbours = 5;
const wild = 4;

/**
 * Which readings stand out of their neighbours (Hampel 1974): farther than 4 deviations from the median of the 5 before and
 * after, where the deviation is that of the neighbourhood, but not less than that of the whole series from its neighbourhoods.
 * @param values finite ones
 */
export function outliers(values: Float64Array): Uint8Array {
  const found = new Uint8Array(values.length);
  const away = new Float64Array(values.length);
  const own = new Float64Array(values.length);
  const near = new Neighbourhood(values, 2 * neighbours + 1);
  for (let i = 0; i < values.length; i += 1) {
    near.moveTo(Math.max(0, Math.min(i - neighbours, values.length - 2 * neighbours - 1)));
    const middle = near.median();
    away[i] = Math.abs((values[i] as number) - middle);
    own[i] = normalScale * near.deviation(middle);
  }
  const whole = normalScale * median(away);
  for (let i = 0; i < values.length; i += 1) {
    if ((away[i] as number) > wild * Math.max(own[i] as number, whole)) found[i] = 1;
  }
  return found;
}

/** Means of equal stretches of time; stretches without a reading are left out. At most `count` of them. */
export function blocks(
  { t, values }: TimeSeries,
  count: number,
): TimeSeries & { readonly counts: Float64Array } {
  const first = t[0] ?? 0;
  const width = ((t.at(-1) ?? 0) - first) / count;
  if (t.length <= count || width <= 0) return { t, values, counts: new Float64Array(t.length).fill(1) };
  const [times, means, counts]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < t.length; ) {
    const place = Math.min(count - 1, Math.floor(((t[i] as number) - first) / width));
    let [sumT, sum, n] = [0, 0, 0];
    for (; i < t.length; i += 1) {
      if (Math.min(count - 1, Math.floor(((t[i] as number) - first) / width)) !== place) break;
      sumT += (t[i] as number) - first;
      sum += values[i] as number;
      n += 1;
    }
    times.push(first + sumT / n);
    means.push(sum / n);
    counts.push(n);
  }
  return {
    t: Float64Array.from(times),
    values: Float64Array.from(means),
    counts: Float64Array.from(counts),
  };
}

/** Slope of a line, per ms, and the range that holds it with 95 % (Sen 1968). */
export interface RobustSlope {
  readonly slope: number;
  readonly low: number;
  readonly high: number;
}

/** Two-sided 95 % of a normal distribution. */
const z95 = 1.96;

/**
 * Theil–Sen: the median of the slopes between all pairs of points (Theil 1950, Sen 1968), per ms. Up to 29 % of the points may
 * be wrong. Null for less than two different times.
 */
export function theilSen({ t, values }: TimeSeries): RobustSlope | null {
  const n = t.length;
  const slopes = new Float64Array((n * (n - 1)) / 2);
  let count = 0;
  for (let i = 0; i < n; i += 1) {
    for (let j = i + 1; j < n; j += 1) {
      const apart = (t[j] as number) - (t[i] as number);
      if (apart === 0) continue;
      slopes[count] = ((values[j] as number) - (values[i] as number)) / apart;
      count += 1;
    }
  }
  if (count === 0) return null;
  const found = slopes.subarray(0, count);
  const half = (z95 * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18)) / 2;
  const at = (place: number) => ranked(found, Math.max(0, Math.min(count - 1, Math.round(place))));
  const slope = count % 2 === 1 ? at((count - 1) / 2) : (at(count / 2 - 1) + at(count / 2)) / 2;
  return { slope, low: at(count / 2 - half - 0.5), high: at(count / 2 + half - 0.5) };
}

/** Rounds in which LOWESS gives less weight to what lies far off. */
const robustRounds = 3;

/**
 * Slope at a moment by LOWESS (Cleveland 1979): a line through the readings of a window, each weighed by its distance in time
 * (tricube) and, in three more rounds, by its distance from the line (bisquare). Per ms; null for less than two different times.
 * @param half of the window, ms
 */
export function lowessSlope({ t, values }: TimeSeries, at: number, half: number): number | null {
  const near = Float64Array.from(t, (time) => (1 - Math.min(1, Math.abs(time - at) / half) ** 3) ** 3);
  const weights = Float64Array.from(near);
  let line: { readonly slope: number; readonly middle: number; readonly mean: number } | null = null;
  for (let round = 0; round <= robustRounds; round += 1) {
    line = weighedLine({ t, values }, weights);
    if (line === null) return null;
    const { slope, middle, mean } = line;
    const away = Float64Array.from(t, (time, i) =>
      Math.abs((values[i] as number) - mean - slope * (time - middle)),
    );
    const scale = 6 * median(away);
    if (scale === 0) break;
    for (let i = 0; i < t.length; i += 1)
      weights[i] = (near[i] as number) * (1 - Math.min(1, (away[i] as number) / scale) ** 2) ** 2;
  }
  return line?.slope ?? null;
}

function weighedLine({ t, values }: TimeSeries, weights: Float64Array) {
  const first = t[0] ?? 0;
  let [sum, sumT, sumV] = [0, 0, 0];
  for (let i = 0; i < t.length; i += 1) {
    const weight = weights[i] as number;
    sum += weight;
    sumT += weight * ((t[i] as number) - first);
    sumV += weight * (values[i] as number);
  }
  if (!(sum > 0)) return null;
  const [middle, mean] = [sumT / sum, sumV / sum];
  let [above, below] = [0, 0];
  for (let i = 0; i < t.length; i += 1) {
    const apart = (t[i] as number) - first - middle;
    above += (weights[i] as number) * apart * ((values[i] as number) - mean);
    below += (weights[i] as number) * apart * apart;
  }
  return below > 0 ? { slope: above / below, middle: first + middle, mean } : null;
}
