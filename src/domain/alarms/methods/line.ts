/** Least-squares lines through readings. Times ms, slopes per ms. */
import type { Point } from '../model.ts';

/** Fewer readings, or readings of a shorter part of the window, do not carry a rate. Assumed. */
export const fewest = 4;
export const leastSpan = 0.5;

export interface FittedLine {
  /** Per ms. */
  readonly slope: number;
  /** Value of the line at a time, UTC ms. */
  at(t: number): number;
}

/** Ordinary least squares; null for less than two different times. */
export function lineThrough(points: readonly Point[]): FittedLine | null {
  const first = points[0];
  if (first === undefined) return null;
  // Around their means: times since 1970 squared have no digits left for the rest.
  const meanT = points.reduce((sum, { t }) => sum + (t - first.t), 0) / points.length;
  const meanValue = points.reduce((sum, { value }) => sum + value, 0) / points.length;
  let above = 0;
  let below = 0;
  for (const point of points) {
    const t = point.t - first.t - meanT;
    above += t * (point.value - meanValue);
    below += t * t;
  }
  if (below === 0) return null;
  const slope = above / below;
  return { slope, at: (t) => meanValue + slope * (t - first.t - meanT) };
}

/** The line of a window of `window` ms; null where less than 4 readings, or less than half of it, carry it. */
export function lineOfWindow(points: readonly Point[], window: number): FittedLine | null {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < fewest) return null;
  return last.t - first.t < leastSpan * window ? null : lineThrough(points);
}
