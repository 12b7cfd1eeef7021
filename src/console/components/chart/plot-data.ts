import type { Pyramid } from './pyramid.ts';

/** One curve as the chart draws it: a line, with an envelope where values were reduced. NaN is missing. */
export interface Curve {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly digits: number;
  /** CSS variable of its colour. */
  readonly color: string;
  readonly dash: 0 | 1 | 2;
  /** `bars` hang from the top (rain); `points` are never joined (bearings). */
  readonly look: 'line' | 'bars' | 'points';
  /** UTC ms, ascending. */
  readonly t: Float64Array;
  readonly line: Float64Array;
  readonly low: Float64Array | null;
  readonly high: Float64Array | null;
  /** ms between two values beyond which the line is broken. */
  readonly silence: number;
}

/** Curves that share an axis. */
export interface Pane {
  readonly key: string;
  readonly title: string;
  readonly hanging: boolean;
  readonly digits: number;
  readonly curves: readonly Curve[];
}

type Column = (number | null)[];

/** What uPlot takes: seconds, then for each curve line, low, high. */
export interface Aligned {
  readonly data: [number[], ...Column[]];
  /** Number of columns of each curve: 1 (line) or 3 (line, low, high). */
  readonly columns: readonly (1 | 3)[];
}

/** Puts curves of a pane on one time axis; a break in a curve becomes a missing value, another curve's time does not. */
export function align(curves: readonly Curve[]): Aligned {
  const times = new Set<number>();
  const points = curves.map((curve) => {
    const own = new Map<number, number>();
    curve.t.forEach((t, index) => {
      const previous = index === 0 ? null : (curve.t[index - 1] ?? null);
      if (previous !== null && t - previous > curve.silence && curve.look === 'line') {
        const middle = previous + 1;
        own.set(middle, -1);
        times.add(middle);
      }
      own.set(t, index);
      times.add(t);
    });
    return own;
  });
  const x = [...times].sort((a, b) => a - b);
  const columns: (1 | 3)[] = [];
  const data: Column[] = [];
  curves.forEach((curve, position) => {
    const own = points[position] ?? new Map<number, number>();
    const column = (values: Float64Array): Column =>
      x.map((t) => {
        const index = own.get(t);
        // uPlot joins over undefined and breaks at null.
        if (index === undefined) return undefined as unknown as null;
        const value = index < 0 ? Number.NaN : values[index];
        return value === undefined || Number.isNaN(value) ? null : value;
      });
    const banded = curve.low !== null && curve.high !== null;
    columns.push(banded ? 3 : 1);
    data.push(column(curve.line));
    if (curve.low !== null && curve.high !== null) data.push(column(curve.low), column(curve.high));
  });
  return { data: [x.map((t) => t / 1000), ...data], columns };
}

/** A curve over dense values in memory, reduced to the pixels of a view. */
export function reducedCurve(
  base: Omit<Curve, 't' | 'line' | 'low' | 'high'>,
  pyramid: Pyramid,
  from: number,
  to: number,
  columns: number,
): Curve {
  const width = (to - from) / columns;
  const envelope = pyramid.reduce(from, to, columns);
  const t = Float64Array.from({ length: columns }, (_, index) => from + (index + 0.5) * width);
  return { ...base, t, line: envelope.last, low: envelope.min, high: envelope.max };
}
