/**
 * What straight creep with a growing end leaves, over a grid of onsets and failures at once. With α = 2 the displacement grows with
 * ln(T − t), which does not depend on the onset: sums over the points before and after each onset serve the whole grid, which
 * costs one logarithm a point and failure instead of one a point, failure and onset. Pure.
 */
import type { CreepPoints } from './creep-fit.ts';

/**
 * Part of the values' own spread by which a rest found by sums may be off: they are rounded otherwise than those of a fit, by less than
 * a tenth of this (the lens's test).
 */
const doubtful = 1e-7;

interface Sums {
  /** Of weights, and of weights with x, its square, the values, and both. Place n: of what lies before (or from) point n on. */
  readonly w: Float64Array;
  readonly x: Float64Array;
  readonly xx: Float64Array;
  readonly y: Float64Array;
  readonly xy: Float64Array;
}

/** Sums of all points before each one, or, from the end, of it and all behind it. */
function sumsOf(x: Float64Array, y: Float64Array, weights: Float64Array, isFromEnd: boolean): Sums {
  const n = x.length;
  const of = () => new Float64Array(n + 1);
  const sums = { w: of(), x: of(), xx: of(), y: of(), xy: of() };
  let [w, sx, xx, sy, xy] = [0, 0, 0, 0, 0];
  for (let step = 0; step < n; step += 1) {
    const i = isFromEnd ? n - 1 - step : step;
    const [weight, own, value] = [weights[i] as number, x[i] as number, y[i] as number];
    w += weight;
    sx += weight * own;
    xx += weight * own * own;
    sy += weight * value;
    xy += weight * own * value;
    const to = isFromEnd ? i : i + 1;
    sums.w[to] = w;
    sums.x[to] = sx;
    sums.xx[to] = xx;
    sums.y[to] = sy;
    sums.xy[to] = xy;
  }
  return sums;
}

const at = ({ w, x, xx, y, xy }: Sums, n: number) =>
  [w[n] as number, x[n] as number, xx[n] as number, y[n] as number, xy[n] as number] as const;

/**
 * Sums of squares that the best fit at each onset and failure leaves (α = 2), row after row of one onset, and by how much they may be off.
 * @param onsets ascending, days; @param failures after the last point
 */
export function restsOver(
  { t, values, weights }: CreepPoints,
  onsets: Float64Array,
  failures: Float64Array,
): { readonly rests: Float64Array; readonly doubt: number } {
  let [w, wy] = [0, 0];
  for (let i = 0; i < t.length; i += 1) {
    w += weights[i] as number;
    wy += (weights[i] as number) * (values[i] as number);
  }
  const y = values.map((value) => value - wy / w);
  const yy = y.reduce((sum, one, i) => sum + (weights[i] as number) * one * one, 0);
  const rests = new Float64Array(onsets.length * failures.length);
  const before = sumsOf(t, y, weights, false);
  const places = Array.from(onsets, (onset) => {
    const place = t.findIndex((one) => one > onset);
    return place < 0 ? t.length : place;
  });
  for (const [nth, failure] of failures.entries()) {
    const after = sumsOf(
      t.map((one) => Math.log(failure - one)),
      y,
      weights,
      true,
    );
    for (const [row, onset] of onsets.entries()) {
      const n = places[row] as number;
      const whole = failure - onset;
      const log = Math.log(whole);
      const [w0, x0, xx0, y0, xy0] = at(before, n);
      const [w1, x1, xx1, y1, xy1] = at(after, n);
      // x = t − o up to the onset, (T − o) (ln(T − o) − ln(T − t)) after it.
      const sx = x0 - onset * w0 + whole * (log * w1 - x1);
      const early = xx0 - 2 * onset * x0 + onset * onset * w0;
      const late = whole * whole * (log * log * w1 - 2 * log * x1 + xx1);
      const xx = early + late - (sx * sx) / w;
      const xy = xy0 - onset * y0 + whole * (log * y1 - xy1);
      rests[row * failures.length + nth] = xx > 0 ? Math.max(0, yy - (xy * xy) / xx) : yy;
    }
  }
  return { rests, doubt: doubtful * yy };
}
