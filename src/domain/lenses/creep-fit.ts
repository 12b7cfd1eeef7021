/**
 * The last stages of a slope's creep: a steady rate up to the onset, then a rate that grows as v = v₀ ((T − o)/(T − t))^(1/(α − 1))
 * towards the failure at T (Voight 1988; α = 2 is the line of inverse velocity of Fukuzono 1985). It is fitted to the
 * displacement, by the integral of that rate: differences of readings are all noise where a slope moves slowly, and the inverse of
 * a noisy velocity lies too high. Given onset, failure and α, level and v₀ come by least squares. Times days, by any zero.
 */

import { restsOver } from './creep-grid.ts';

export interface CreepFit {
  readonly onset: number;
  readonly failure: number;
  readonly alpha: number;
  readonly level: number;
  /** Of the steady stage, per day. */
  readonly steady: number;
  /** Sum of squares of what is left. */
  readonly rest: number;
}

/** Displacement at a steady rate of 1 that grows from the onset on. */
export function creepShape(t: number, onset: number, failure: number, alpha: number): number {
  if (t <= onset) return t - onset;
  const whole = failure - onset;
  const part = (failure - t) / whole;
  if (alpha === 2) return -whole * Math.log(part);
  const power = 1 - 1 / (alpha - 1);
  return (whole / power) * (1 - part ** power);
}

/** Rate of a fit at a time before its failure, per day. */
export const creepRate = ({ onset, failure, alpha, steady }: CreepFit, t: number): number =>
  t <= onset ? steady : steady * ((failure - onset) / (failure - t)) ** (1 / (alpha - 1));

export const creepValue = (fit: CreepFit, t: number): number =>
  fit.level + fit.steady * creepShape(t, fit.onset, fit.failure, fit.alpha);

/** Displacements of a fit. */
function valuesOf({ level, steady, onset, failure, alpha }: CreepFit, t: Float64Array): Float64Array {
  const found = new Float64Array(t.length);
  for (let i = 0; i < t.length; i += 1)
    found[i] = level + steady * creepShape(t[i] as number, onset, failure, alpha);
  return found;
}

/** Points to fit, with weights (readings that each stands for). */
export interface CreepPoints {
  readonly t: Float64Array;
  readonly values: Float64Array;
  readonly weights: Float64Array;
}

/** The straight line: creep that does not accelerate. */
export function lineFit(points: CreepPoints): {
  readonly level: number;
  readonly steady: number;
  readonly rest: number;
} {
  return leastSquares(points, Float64Array.from(points.t));
}

function leastSquares({ values, weights }: CreepPoints, x: Float64Array) {
  let [w, wx, wy] = [0, 0, 0];
  for (let i = 0; i < x.length; i += 1) {
    const weight = weights[i] as number;
    w += weight;
    wx += weight * (x[i] as number);
    wy += weight * (values[i] as number);
  }
  const [meanX, meanY] = [wx / w, wy / w];
  let [xx, xy, yy] = [0, 0, 0];
  for (let i = 0; i < x.length; i += 1) {
    const weight = weights[i] as number;
    const [dx, dy] = [(x[i] as number) - meanX, (values[i] as number) - meanY];
    xx += weight * dx * dx;
    xy += weight * dx * dy;
    yy += weight * dy * dy;
  }
  const steady = xx > 0 ? xy / xx : 0;
  return { level: meanY - steady * meanX, steady, rest: Math.max(0, yy - steady * xy) };
}

const shape = new Float64Array(4096);

/** Fit at a given onset, failure and α. */
export function fitAt(points: CreepPoints, onset: number, failure: number, alpha: number): CreepFit {
  const { t } = points;
  const x = t.length <= shape.length ? shape.subarray(0, t.length) : new Float64Array(t.length);
  for (let i = 0; i < t.length; i += 1) x[i] = creepShape(t[i] as number, onset, failure, alpha);
  return { onset, failure, alpha, ...leastSquares(points, x) };
}

/** Bounds of onsets and failures that are tried, days. */
export interface CreepBounds {
  readonly firstOnset: number;
  readonly lastOnset: number;
  /** After the last point. */
  readonly nearest: number;
  readonly farthest: number;
}

const onsets = 20;
const failures = 24;

/** The best fit over a grid of onsets and failures (the latter in equal ratios), refined: see `refined`. α is 2. */
export function searched(points: CreepPoints, bounds: CreepBounds): CreepFit {
  const last = points.t.at(-1) ?? 0;
  const { firstOnset, lastOnset, nearest, farthest } = bounds;
  const onsetsTried = Float64Array.from(
    { length: onsets },
    (_, i) => firstOnset + ((lastOnset - firstOnset) * i) / (onsets - 1),
  );
  const failuresTried = Float64Array.from(
    { length: failures },
    (_, j) => last + nearest * (farthest / nearest) ** (j / (failures - 1)),
  );
  const { rests, doubt } = restsOver(points, onsetsTried, failuresTried);
  const least = rests.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  let best: CreepFit | null = null;
  for (const [at, rest] of rests.entries()) {
    if (rest > least + doubt) continue;
    const onset = onsetsTried[Math.floor(at / failures)] as number;
    const fit = fitAt(points, onset, failuresTried[at % failures] as number, 2);
    if (best === null || fit.rest < best.rest) best = fit;
  }
  return refined(points, bounds, best ?? fitAt(points, firstOnset, last + farthest, 2));
}

/** Most steps of a refinement, and the gain (part of the rest) under which it ends. */
const mostSteps = 30;
const leastGain = 1e-7;
/** Distance at which derivatives are taken: of the onset in days of a span of one, of logarithms as they are. */
const nudge = 1e-4;

/**
 * Walks from a fit to the best one about it by damped least squares (Levenberg 1944, Marquardt 1963) over onset, logarithm of
 * the time to failure and, where it is free, α; level and steady rate follow each time.
 */
export function refined(
  points: CreepPoints,
  bounds: CreepBounds,
  from: CreepFit,
  freeAlpha = false,
): CreepFit {
  const last = points.t.at(-1) ?? 0;
  const span = last - (points.t[0] ?? 0);
  const size = freeAlpha ? 3 : 2;
  const moved = ({ onset, failure, alpha }: CreepFit, by: ArrayLike<number>): CreepFit =>
    fitAt(
      points,
      clamp(onset + (by[0] ?? 0) * span, bounds.firstOnset, bounds.lastOnset),
      last + clamp((failure - last) * Math.exp(clamp(by[1] ?? 0, -2, 2)), bounds.nearest, bounds.farthest),
      clamp(alpha + (by[2] ?? 0), alphaRange[0], alphaRange[1]),
    );
  let best = fitAt(points, from.onset, from.failure, from.alpha);
  let equations = normalEquations(points, best, moved, size);
  let damping = 1e-2;
  for (let step = 0; step < mostSteps; step += 1) {
    const { normal, right } = equations;
    const damped = normal.map((row, i) => row.map((one, j) => (i === j ? one * (1 + damping) + 1e-12 : one)));
    const by = solved(damped, right);
    const next = by === null ? null : moved(best, by);
    if (next !== null && next.rest < best.rest) {
      const gain = best.rest - next.rest;
      const isDone = gain <= leastGain * best.rest;
      best = next;
      damping = Math.max(1e-9, damping / 5);
      if (isDone) break;
      equations = normalEquations(points, best, moved, size);
    } else {
      damping *= 8;
      if (damping > 1e6) break;
    }
  }
  return best;
}

/** Exponents that are tried; those of slopes lie about 2 (Voight 1988). The bounds are assumed. */
export const alphaRange = [1.6, 2.4] as const;
const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Of what is left of a fit after level and steady rate, by each of its other parameters. */
function normalEquations(
  points: CreepPoints,
  fit: CreepFit,
  moved: (fit: CreepFit, by: ArrayLike<number>) => CreepFit,
  size: number,
) {
  const { t, weights, values } = points;
  const fitted = valuesOf(fit, t);
  const columns = Array.from({ length: size }, (_, k) => {
    const by = new Float64Array(size);
    by[k] = nudge;
    let other = moved(fit, by);
    let scale = nudge;
    if (other.onset === fit.onset && other.failure === fit.failure && other.alpha === fit.alpha) {
      by[k] = -nudge;
      other = moved(fit, by);
      scale = -nudge;
    }
    // Level and rate of the moved fit are those of least squares: what changes is the rest.
    const changed = valuesOf(other, t);
    for (let i = 0; i < changed.length; i += 1)
      changed[i] = ((changed[i] as number) - (fitted[i] as number)) / scale;
    return changed;
  });
  const rest = fitted.map((value, i) => (values[i] as number) - value);
  const product = (a: Float64Array, b: Float64Array) => {
    let sum = 0;
    for (let i = 0; i < a.length; i += 1) sum += (weights[i] as number) * (a[i] as number) * (b[i] as number);
    return sum;
  };
  return {
    normal: columns.map((a) => columns.map((b) => product(a, b))),
    right: columns.map((a) => product(a, rest)),
  };
}

/** Solution of a small symmetric system by elimination; null where it has none. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] | null {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  const n = rows.length;
  for (let i = 0; i < n; i += 1) {
    const own = rows[i] ?? [];
    const pivot = own[i] ?? 0;
    if (!(Math.abs(pivot) > 0)) return null;
    for (let k = 0; k < n; k += 1) {
      const row = rows[k];
      if (k === i || row === undefined) continue;
      const part = (row[i] ?? 0) / pivot;
      for (let j = i; j <= n; j += 1) row[j] = (row[j] ?? 0) - part * (own[j] ?? 0);
    }
  }
  return rows.map((row, i) => (row[n] ?? 0) / (row[i] ?? 1));
}
