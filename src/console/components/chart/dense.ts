import type { Curve, CurveBase, Pane } from './plot-data.ts';
import { lowerBound, type Pyramid } from './pyramid.ts';

/** A line of which every reading is in memory: what is drawn of it depends on the view. */
export interface DenseCurve extends CurveBase {
  readonly look: 'line';
  readonly dense: Pyramid;
}
/** A curve as it is kept: reduced by the server, or dense. */
export type KeptCurve = Curve | DenseCurve;

export const isDense = (curve: KeptCurve): curve is DenseCurve => 'dense' in curve;

/** Values a pixel column above which a curve is drawn as spans; below, a line through every reading is finer. */
const densest = 2;

/** A dense curve as a view of `columns` pixels shows it: the mean within its span of min to max, or its readings where they are few. */
function inView({ dense, ...base }: DenseCurve, from: number, to: number, columns: number): Curve {
  const { times, values } = dense;
  const begin = lowerBound(times, from);
  const end = lowerBound(times, to);
  if (end - begin > densest * columns) {
    const width = (to - from) / columns;
    const { min, max, mean, last } = dense.reduce(from, to, columns);
    const t = new Float64Array(columns);
    for (let index = 0; index < columns; index++) t[index] = from + (index + 0.5) * width;
    const end = last.findLast((value) => !Number.isNaN(value)) ?? null;
    return { ...base, look: 'spans', t, line: mean, low: min, high: max, end };
  }
  // One more on each side, so that the line goes on to the edges.
  const [first, stop] = [Math.max(0, begin - 1), Math.min(times.length, end + 1)];
  return {
    ...base,
    t: times.subarray(first, stop),
    line: values.doubles(first, stop),
    low: null,
    high: null,
  };
}

/** A pane as it is drawn between two moments on `columns` pixels. */
export function paneInView(pane: Pane<KeptCurve>, from: number, to: number, columns: number): Pane {
  return {
    ...pane,
    curves: pane.curves.map((curve) => (isDense(curve) ? inView(curve, from, to, columns) : curve)),
  };
}
