/**
 * Failure time by inverse velocity: before a slope fails, 1/velocity falls along a line (α = 2) that reaches zero at
 * the failure. Fukuzono 1985 (A new method for predicting the failure time of a slope, 4th International Conference and
 * Field Workshop on Landslides, Tokyo), Voight 1988 (Nature 332, 125–130). Times ms.
 */
import type { Point } from '../model.ts';

/** Equal parts of a window; their means give one velocity less. Assumed. */
const parts = 9;
/** Quantiles of Student's t for 8 velocities less 2 parameters: 90 %, and 99.5 %. */
const rangeQuantile = 1.44;
const accelerationQuantile = 3.707;

/** Mean time and value of each part of (from, to]; null where one has no reading. */
function meansOf(points: readonly Point[], from: number, to: number): readonly Point[] | null {
  const sums = Array.from({ length: parts }, () => ({ count: 0, t: 0, value: 0 }));
  for (const { t, value } of points) {
    const sum = sums[Math.ceil(((t - from) / (to - from)) * parts) - 1];
    if (sum === undefined) continue;
    sum.count += 1;
    sum.t += t - to;
    sum.value += value;
  }
  if (sums.some(({ count }) => count === 0)) return null;
  return sums.map(({ count, t, value }) => ({ t: t / count, value: value / count }));
}

/** Inverse velocities between neighbouring means, at the middle of their times; null where one stands or turns back. */
function inverseVelocities(means: readonly Point[]): readonly Point[] | null {
  const direction = Math.sign((means.at(-1)?.value ?? 0) - (means[0]?.value ?? 0));
  const inverse: Point[] = [];
  for (const [index, to] of means.entries()) {
    const from = means[index - 1];
    if (from === undefined) continue;
    const distance = (to.value - from.value) * direction;
    if (!(distance > 0)) return null;
    inverse.push({ t: (from.t + to.t) / 2, value: (to.t - from.t) / distance });
  }
  return inverse;
}

/**
 * Lower end of the range (10–90 %) in which the failure time lies, in ms after `to`, by Fieller's limits of the time at
 * which a least-squares line through the inverse velocities is zero; 0 where that is past. Infinity where the inverse
 * velocity does not fall beyond doubt (99.5 %): what does not accelerate, stands or turns back has no failure time. Null
 * where a part of the stretch has no reading.
 * @param points ascending, in (from, to]
 */
export function earliestFailure(points: readonly Point[], from: number, to: number): number | null {
  const means = meansOf(points, from, to);
  if (means === null) return null;
  const inverse = inverseVelocities(means);
  if (inverse === null) return Number.POSITIVE_INFINITY;
  const n = inverse.length;
  const meanT = inverse.reduce((sum, { t }) => sum + t, 0) / n;
  const mean = inverse.reduce((sum, { value }) => sum + value, 0) / n;
  const squares = inverse.reduce((sum, { t }) => sum + (t - meanT) ** 2, 0);
  const slope = inverse.reduce((sum, { t, value }) => sum + (t - meanT) * (value - mean), 0) / squares;
  if (!(slope < 0)) return Number.POSITIVE_INFINITY;
  const residual =
    inverse.reduce((sum, { t, value }) => sum + (value - mean - slope * (t - meanT)) ** 2, 0) / (n - 2);
  if (-slope <= accelerationQuantile * Math.sqrt(residual / squares)) return Number.POSITIVE_INFINITY;
  const width = (rangeQuantile ** 2 * residual) / slope ** 2;
  const g = width / squares;
  const root = -mean / slope;
  const lower = (root - Math.sqrt(g * root ** 2 + ((1 - g) * width) / n)) / (1 - g);
  return Math.max(0, meanT + lower);
}
