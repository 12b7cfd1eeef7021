/** What every curve has, however its values are kept. */
export interface CurveBase {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly digits: number;
  /** CSS variable of its colour. */
  readonly color: string;
  readonly dash: 0 | 1 | 2;
  /** Drawn from the bottom, by an axis of its own at the right: the sum of the bars of its pane so far. */
  readonly isSum?: boolean;
  /** Read at the axis at the right: its unit is another one than that of the pane's first curves. */
  readonly axis?: 'right';
  /** Of bars: their width, ms; 0 or left out = each is an interval of its own. */
  readonly step?: number;
  /** UTC ms, ascending. */
  readonly t: Float64Array;
  /** ms between two values beyond which the line is broken. */
  readonly silence: number;
  /** Times of readings after which a silence begins by the cycle that was in force then. */
  readonly breaks?: ReadonlySet<number>;
}

/** One curve as the chart draws it: a line, with an envelope where values were reduced. NaN is missing. */
export interface Curve extends CurveBase {
  /** `bars` hang from the top (rain); `points` are never joined (bearings); `spans` are means within min to max, of each pixel column. */
  readonly look: 'line' | 'bars' | 'points' | 'spans';
  readonly line: Float64Array;
  readonly low: Float64Array | null;
  readonly high: Float64Array | null;
  /** The last value itself, where `line` has means. */
  readonly end?: number | null;
}

/** Curves that share an axis. */
export interface Pane<C extends CurveBase = Curve> {
  readonly key: string;
  readonly title: string;
  /** Title of the axis at the right, where curves are read there. */
  readonly right?: string;
  readonly hanging: boolean;
  /** Apart from other curves of its unit, for its scale. */
  readonly isApart?: boolean;
  readonly digits: number;
  readonly curves: readonly C[];
}

type Column = (number | null)[];

/** What uPlot takes: seconds, then the line of each curve. Envelopes are drawn from the curves themselves. */
export type Aligned = [number[], ...Column[]];

const sameTimes = (a: Float64Array, b: Float64Array) =>
  a === b || (a.length === b.length && a.every((t, index) => t === b[index]));

/** A column as uPlot takes it: null is missing. */
function plain(values: Float64Array): Column {
  const column: Column = new Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    column[i] = Number.isNaN(value) ? null : value;
  }
  return column;
}

/** True where no line goes from one reading to the next. */
const isSilent = ({ silence, breaks }: Curve, before: number, t: number): boolean =>
  t - before > silence || breaks?.has(before) === true;

const isBroken = (curve: Curve) =>
  curve.look === 'line' &&
  curve.t.some((t, index) => index > 0 && isSilent(curve, curve.t[index - 1] ?? t, t));

/** Curves that share their times and have no break need no joining: the usual case while zooming. */
function alignShared(curves: readonly Curve[]): Aligned | null {
  const [first] = curves;
  if (first === undefined || !curves.every((curve) => sameTimes(curve.t, first.t)) || curves.some(isBroken))
    return null;
  return [Array.from(first.t, (t) => t / 1000), ...curves.map((curve) => plain(curve.line))];
}

/** Puts curves of a pane on one time axis; a break in a curve becomes a missing value, another curve's time does not. */
export function align(curves: readonly Curve[]): Aligned {
  const shared = alignShared(curves);
  if (shared !== null) return shared;
  const times = new Set<number>();
  const points = curves.map((curve) => {
    const own = new Map<number, number>();
    curve.t.forEach((t, index) => {
      const previous = index === 0 ? null : (curve.t[index - 1] ?? null);
      if (previous !== null && isSilent(curve, previous, t) && curve.look === 'line') {
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
  const data = curves.map((curve, position) => {
    const own = points[position] ?? new Map<number, number>();
    return x.map((t) => {
      const index = own.get(t);
      // uPlot joins over undefined and breaks at null.
      if (index === undefined) return undefined as unknown as null;
      const value = index < 0 ? Number.NaN : curve.line[index];
      return value === undefined || Number.isNaN(value) ? null : value;
    });
  });
  return [x.map((t) => t / 1000), ...data];
}

/**
 * Places of values that no line reaches: silence, or nothing at all, is on either side. They are drawn as dots.
 * @param column undefined = the time is another curve's; null = the line breaks
 */
export function alonePlaces(column: ArrayLike<number | null | undefined>): number[] {
  const found: number[] = [];
  let isBroken = true;
  let candidate = -1;
  for (let i = 0; i < column.length; i += 1) {
    const value = column[i];
    if (value === undefined) continue;
    if (value === null) {
      if (candidate >= 0) found.push(candidate);
      candidate = -1;
      isBroken = true;
      continue;
    }
    candidate = isBroken ? i : -1;
    isBroken = false;
  }
  if (candidate >= 0) found.push(candidate);
  return found;
}

/** The scale of uPlot that a curve is drawn by. */
export const scaleOf = ({ isSum, axis }: Pick<CurveBase, 'isSum' | 'axis'>): 'sum' | 'right' | 'y' =>
  isSum === true ? 'sum' : (axis ?? 'y');

/** Lowest and highest value, envelopes included, between two moments; null where there is none. */
export function extremesOf(
  curves: readonly Curve[],
  from: number,
  to: number,
): { low: number; high: number } | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const curve of curves) {
    if (curve.isSum === true) continue;
    const lows = curve.low ?? curve.line;
    const highs = curve.high ?? curve.line;
    for (let i = 0; i < curve.t.length; i++) {
      const t = curve.t[i] as number;
      if (t < from || t > to) continue;
      const a = lows[i] as number;
      const b = highs[i] as number;
      // The mean keeps more digits than the envelope and may lie just outside it.
      const middle = curve.line[i] as number;
      if (a < low) low = a;
      if (middle < low) low = middle;
      if (b > high) high = b;
      if (middle > high) high = middle;
    }
  }
  return high < low ? null : { low, high };
}
