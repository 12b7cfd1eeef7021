/** The lens *failure forecast*: whether a slope accelerates, since when, and, if that goes on, between when and when it fails. */
import {
  type CreepFit,
  type CreepPoints,
  creepRate,
  creepValue,
  lineFit,
  refined,
  searched,
} from './creep-fit.ts';
import { randomOf } from './random.ts';
import { blocks, outliers, quantile, theilSen } from './robust.ts';
import { between, day, keptOf, knownOf, type Progress, type TimeSeries } from './series.ts';

/** Fewest readings of the range, and after the onset. Assumed. */
export const leastReadings = 30;
/** Stretches of the range whose means are fitted. */
const mostPoints = 120;
/** Parts of the range that lie before the earliest and after the latest onset that is tried, and distances of a failure. */
const edge = 0.1;
const nearest = 0.002;
const farthest = 4;
/**
 * Logarithm of the likelihoods' ratio, doubled, from which on acceleration is believed: two parameters more, tried at many
 * onsets; of 500 series of creep without acceleration less than 2 % reach it (the lens's test). Assumed.
 */
const sureGain = 25;
/** A rate that grew by less is no acceleration that a forecast could be made of; slower than this part of the fit's over the newest points it does not go on as the fit. */
const leastGrowth = 1.5;
/** The same logarithm, as if no readings were alike, from which on a growth is held apart from steady creep at all. Assumed. */
const bareGain = 100;
const stillGoing = 0.5;
/** A beginning that is left out must make the rest at least so much smaller. */
const betterWithout = 0.6;
/** It must have been faster than the steady stage by so much: first settling. */
const settling = 1.25;
const beginnings = [0, 0.25, 0.5] as const;

/** Why no failure time is given. `unlike`: it has grown, but not as towards a failure; `far`: later than can be said. */
export type NoForecast = 'few' | 'steady' | 'unlike' | 'fewSince' | 'far';

export interface FailureOptions {
  /** Refits of the range; 400 are shown. */
  readonly refits: number;
  /** Moments at which the estimate is made as it was then; 0 = none. */
  readonly moments: number;
  /** Start of the part that is fitted, UTC ms; null = found. */
  readonly from: number | null;
  readonly seed?: number;
}

/** A moment's range, UTC ms. */
export interface Range {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

export interface Trend {
  /** 1 where the value grows as it moves, −1 where it falls. */
  readonly direction: 1 | -1;
  /** Unit of the value per day, by the newest readings; and of the straight line through the range. */
  readonly velocity: number;
  readonly steady: number;
  /** Doubled logarithm of the likelihoods' ratio of growing against steady creep. */
  readonly gain: number;
  /** Readings in the fit, and those that stood out and were left out. */
  readonly count: number;
  readonly left: number;
}

export interface Forecast {
  /** 10 %, 50 %, 90 % of the refits. */
  readonly failure: Range;
  readonly onset: Range;
  readonly alpha: Range;
  /** By inverse velocity as a straight line (α = 2). */
  readonly linear: CreepFit;
  readonly free: CreepFit;
  /** Of the straight line through the inverse velocities since the onset. */
  readonly r2: number;
  /** Readings since the onset. */
  readonly since: number;
  readonly refits: number;
  /** Later than the range can be known: its end is only a bound. */
  readonly open: boolean;
  /** The estimate as it was at earlier moments; null where there was none. */
  readonly past: readonly { readonly at: number; readonly failure: Range | null }[];
}

export interface FailureResult {
  readonly trend: Trend | null;
  readonly forecast: Forecast | NoForecast;
  /** Fitted displacement, and inverse velocities (days per unit) of stretches of the range. Empty without readings. */
  readonly inverse: TimeSeries;
  /** Time that the fits count from, UTC ms; days are theirs. */
  readonly origin: number;
}

interface Prepared {
  readonly points: CreepPoints;
  readonly known: TimeSeries;
  readonly origin: number;
  readonly direction: 1 | -1;
  readonly left: number;
}

function prepare(series: TimeSeries): Prepared {
  const known = knownOf(series);
  const wild = outliers(known.values);
  const clean = keptOf(known, (i) => wild[i] === 0);
  const origin = clean.t[0] ?? 0;
  const means = blocks(clean, mostPoints);
  const direction = (theilSen(means)?.slope ?? 0) < 0 ? -1 : 1;
  return {
    known: clean,
    origin,
    direction,
    left: known.t.length - clean.t.length,
    points: {
      t: means.t.map((t) => (t - origin) / day),
      values: means.values.map((value) => value * direction),
      weights: means.counts,
    },
  };
}

const boundsOf = ({ t }: CreepPoints) => {
  const [first, last] = [t[0] ?? 0, t.at(-1) ?? 0];
  const span = last - first;
  return {
    firstOnset: first + edge * span,
    lastOnset: last - edge * span,
    nearest: nearest * span,
    farthest: farthest * span,
  };
};

const after = ({ t, values, weights }: CreepPoints, from: number): CreepPoints => {
  const place = Math.max(
    0,
    t.findIndex((one) => one >= from),
  );
  return { t: t.subarray(place), values: values.subarray(place), weights: weights.subarray(place) };
};

const before = ({ t, values }: CreepPoints, { t: kept }: CreepPoints): TimeSeries => {
  const count = t.length - kept.length;
  return { t: t.subarray(0, count), values: values.subarray(0, count) };
};
/** Per day, as the times of points are. */
const velocityOf = (points: TimeSeries): number => theilSen(points)?.slope ?? 0;

/** Correlation of neighbours among what is left of a fit. */
function likeness(points: CreepPoints, fit: CreepFit): number {
  const rest = points.t.map((t, i) => (points.values[i] as number) - creepValue(fit, t));
  let [pairs, squares] = [0, 0];
  for (let i = 0; i < rest.length; i += 1) {
    squares += (rest[i] as number) ** 2;
    if (i > 0) pairs += (rest[i] as number) * (rest[i - 1] as number);
  }
  return squares > 0 ? Math.max(0, Math.min(0.98, pairs / squares)) : 0;
}

/** The part of the range that one law holds for: readings of an earlier stage (first settling) may be left out. */
function searchedPart(all: CreepPoints): { readonly points: CreepPoints; readonly fit: CreepFit } {
  const [first, last] = [all.t[0] ?? 0, all.t.at(-1) ?? 0];
  let best: { readonly points: CreepPoints; readonly fit: CreepFit } | null = null;
  for (const part of beginnings) {
    const points = part === 0 ? all : after(all, first + part * (last - first));
    if (points.t.length < leastReadings) break;
    const fit = searched(points, boundsOf(points));
    const each = (of: { readonly points: CreepPoints; readonly fit: CreepFit }) =>
      of.fit.rest / of.points.t.length;
    const own = { points, fit };
    const settles = best !== null && velocityOf(before(all, points)) > settling * fit.steady;
    if (best === null || (settles && each(own) < betterWithout * each(best))) best = own;
  }
  return best ?? { points: all, fit: searched(all, boundsOf(all)) };
}

/** Parts of the points that the newest velocity is taken from. */
const newestPart = 0.1;

function velocityNow({ t, values }: CreepPoints): number {
  const count = Math.max(5, Math.round(t.length * newestPart));
  return velocityOf({ t: t.subarray(-count), values: values.subarray(-count) });
}

/** What the readings say before any refit: growing or not, and the fit. */
function judged(prepared: Prepared, from: number | null) {
  const { origin, known } = prepared;
  const all = from === null ? prepared.points : after(prepared.points, (from - origin) / day);
  const { points, fit } =
    from === null ? searchedPart(all) : { points: all, fit: searched(all, boundsOf(all)) };
  const line = lineFit(points);
  const alike = likeness(points, fit);
  const independent = (points.t.length * (1 - alike)) / (1 + alike);
  const gain = fit.rest > 0 ? independent * Math.log(line.rest / fit.rest) : Number.POSITIVE_INFINITY;
  const last = points.t.at(-1) ?? 0;
  const velocity = velocityNow(points);
  const since = known.t.length - between(known, 0, origin + fit.onset * day).t.length;
  const bare = fit.rest > 0 ? points.t.length * Math.log(line.rest / fit.rest) : Number.POSITIVE_INFINITY;
  const verdict = (): NoForecast | null => {
    if (!(fit.steady > 0) || creepRate(fit, last) < leastGrowth * fit.steady) return 'steady';
    // What is left of a fit that bends otherwise is alike, too: it must not make an acceleration unseen.
    if (!(gain > sureGain))
      return bare > bareGain && velocity > leastGrowth * line.steady ? 'unlike' : 'steady';
    // Over the same points: shortly before a failure the rate of the last moment is a multiple of theirs.
    const fitted = { ...points, values: points.t.map((t) => creepValue(fit, t)) };
    if (velocity < stillGoing * velocityNow(fitted)) return 'unlike';
    if (since < leastReadings) return 'fewSince';
    return fit.failure - last >= 0.99 * boundsOf(points).farthest ? 'far' : null;
  };
  return { points, fit, line, gain, velocity, since, none: verdict() };
}

/**
 * By how much what a fit leaves is widened for its refits: the fit has bent to some of it, and pieces lose the long swings. Of 500
 * series the range then holds the true time in 85 % or more (the lens's test). Assumed.
 */
const widened = 1.25;

/** Length of the pieces that refits are put together from: what is alike stays together. At least 5, at most 30 points. */
const pieceOf = (alike: number) => Math.min(30, Math.max(5, Math.round((3 * (1 + alike)) / (1 - alike))));

/**
 * Fits of series put together from a fit and pieces of what it leaves (moving blocks, Künsch 1989), half of them with α = 2, half
 * with a free one: the range then holds what is not known of the exponent, too.
 */
function refits(
  points: CreepPoints,
  linear: CreepFit,
  free: CreepFit,
  count: number,
  seed: number,
  progress?: Progress,
) {
  const n = points.t.length;
  const bounds = boundsOf(points);
  const random = randomOf(seed);
  const found: CreepFit[] = [];
  for (const [half, fit] of [linear, free].entries()) {
    const scale = widened * Math.sqrt(n / (n - 4));
    const fitted = points.t.map((t) => creepValue(fit, t));
    const rest = fitted.map((value, i) => ((points.values[i] as number) - value) * scale);
    const piece = pieceOf(likeness(points, fit));
    for (let k = half; k < count; k += 2) {
      const values = Float64Array.from(fitted);
      for (let i = 0; i < n; i += piece) {
        const start = Math.floor(random() * (n - piece + 1));
        for (let j = 0; j < piece && i + j < n; j += 1)
          values[i + j] = (values[i + j] as number) + (rest[start + j] as number);
      }
      found.push(refined({ ...points, values }, bounds, fit, half === 1));
      if (k % 20 < 2) progress?.((found.length + 1) / count);
    }
  }
  return found;
}

const rangeOf = (values: readonly number[]): Range => ({
  low: quantile(values, 0.1),
  middle: quantile(values, 0.5),
  high: quantile(values, 0.9),
});

/** Inverse velocities of stretches since a time, one less than there are of them; days per unit. NaN where it stands or turns back. */
function inverseVelocities(points: CreepPoints, from: number, count: number): TimeSeries {
  const { t, values } = after(points, from);
  const parts = blocks({ t, values }, count);
  const times: number[] = [];
  const inverse: number[] = [];
  for (let i = 1; i < parts.t.length; i += 1) {
    const [a, b] = [parts.t[i - 1] as number, parts.t[i] as number];
    const moved = (parts.values[i] as number) - (parts.values[i - 1] as number);
    times.push((a + b) / 2);
    inverse.push(moved > 0 ? (b - a) / moved : Number.NaN);
  }
  return { t: Float64Array.from(times), values: Float64Array.from(inverse) };
}

/** Stretches that inverse velocities are shown of, and of those since the onset that R² is taken of. */
const shownParts = 48;
const judgedParts = 16;

/** R² of the fit's straight line against inverse velocities since the onset. */
function r2Of(points: CreepPoints, fit: CreepFit): number {
  const { t, values } = knownOf(inverseVelocities(points, fit.onset, judgedParts));
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const spread = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const rest = values.reduce((sum, one, i) => sum + (one - 1 / creepRate(fit, t[i] as number)) ** 2, 0);
  return spread > 0 ? Math.max(0, 1 - rest / spread) : 0;
}

/** Refits of an earlier moment's estimate. */
const pastRefits = 60;

function pastOf(
  prepared: Prepared,
  onset: number,
  options: FailureOptions,
  progress?: Progress,
): Forecast['past'] {
  const { known, origin } = prepared;
  const last = known.t.at(-1) ?? 0;
  const first = origin + onset * day;
  return Array.from({ length: options.moments }, (_, i) => {
    const at = first + ((last - first) * (i + 1)) / (options.moments + 1);
    const then = failureForecast(between(known, 0, at), { ...options, refits: pastRefits, moments: 0 });
    progress?.((i + 1) / options.moments);
    return { at, failure: typeof then.forecast === 'string' ? null : then.forecast.failure };
  });
}

/**
 * Judges the readings of a range. The range of the failure time is that of 10 to 90 % of the refits; without acceleration that is
 * beyond doubt, or with fewer than 30 readings since the onset, there is no time at all.
 */
export function failureForecast(
  series: TimeSeries,
  options: FailureOptions,
  progress?: Progress,
): FailureResult {
  const prepared = prepare(series);
  const { origin, direction, left, known } = prepared;
  const empty = { t: new Float64Array(0), values: new Float64Array(0) };
  if (prepared.points.t.length < leastReadings)
    return { trend: null, forecast: 'few', inverse: empty, origin };
  const { points, fit, line, gain, velocity, since, none } = judged(prepared, options.from);
  if (points.t.length < leastReadings) return { trend: null, forecast: 'few', inverse: empty, origin };
  const trend: Trend = {
    direction,
    velocity: velocity * direction,
    steady: line.steady * direction,
    gain,
    count: known.t.length,
    left,
  };
  const shown = inverseVelocities(prepared.points, 0, shownParts);
  const inverse = { t: shown.t.map((t) => origin + t * day), values: shown.values };
  if (none !== null) return { trend, forecast: none, inverse, origin };
  const free = refined(points, boundsOf(points), fit, true);
  const share = options.moments > 0 ? 0.5 : 1;
  const all = refits(points, fit, free, options.refits, options.seed ?? 1, (part) =>
    progress?.(part * share),
  );
  const time = (days: number) => origin + days * day;
  const failure = rangeOf(all.map((one) => time(one.failure)));
  const end = time((points.t.at(-1) ?? 0) + 0.99 * boundsOf(points).farthest);
  return {
    trend: { ...trend, steady: fit.steady * direction },
    forecast: {
      failure,
      onset: rangeOf(all.map((one) => time(one.onset))),
      alpha: rangeOf(all.filter((_, i) => i >= Math.ceil(options.refits / 2)).map(({ alpha }) => alpha)),
      linear: fit,
      free,
      r2: r2Of(points, fit),
      since,
      refits: all.length,
      open: failure.high >= end,
      past: pastOf(prepared, fit.onset, options, (part) => progress?.(share + part * (1 - share))),
    },
    inverse,
    origin,
  };
}

/**
 * The part of a range in which a value moves steadily: up to the onset of acceleration where there is one beyond doubt, all of it
 * where there is none. UTC ms; null for fewer than 30 readings.
 */
export function steadyPart(
  series: TimeSeries,
): { readonly from: number; readonly to: number; readonly accelerates: boolean } | null {
  const prepared = prepare(series);
  if (prepared.points.t.length < leastReadings) return null;
  const { points, fit, none } = judged(prepared, null);
  const time = (days: number) => prepared.origin + days * day;
  const accelerates = none !== 'steady';
  return {
    from: time(points.t[0] ?? 0),
    to: accelerates ? time(fit.onset) : time(points.t.at(-1) ?? 0),
    accelerates,
  };
}
