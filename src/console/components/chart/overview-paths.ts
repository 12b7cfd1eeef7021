import type { Curve } from './plot-data.ts';

/** What an overview draws of a curve, as paths of SVG. */
export interface OverviewPaths {
  /** Closed: the band between min and max, or the bars. */
  readonly area: string;
  /** Open: the line. */
  readonly line: string;
}

/** px that an area is at least high, so that a quiet curve is seen. */
const thinnest = 1;

const isBroken = ({ silence, breaks }: Curve, before: number, t: number): boolean =>
  t - before > silence || breaks?.has(before) === true;

/** Places of values that belong together: no silence lies between them. */
function runsOf(curve: Curve): readonly (readonly number[])[] {
  const runs: number[][] = [];
  let last: number | null = null;
  curve.t.forEach((t, index) => {
    if (Number.isNaN(curve.line[index])) return;
    const run = runs.at(-1);
    if (run === undefined || last === null || isBroken(curve, last, t)) runs.push([index]);
    else run.push(index);
    last = t;
  });
  return runs;
}

/**
 * A curve over a whole span on `width` by `height` px, its extremes at the edges: bars hang from the top, a line has its
 * band, and is broken where nothing came. Both are empty where it has no value.
 */
export function overviewPaths(
  curve: Curve,
  [from, to]: readonly [number, number],
  width: number,
  height: number,
): OverviewPaths {
  const bars = curve.look === 'bars';
  const runs = runsOf(curve);
  const lows = curve.low ?? curve.line;
  const highs = curve.high ?? curve.line;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const index of runs.flat()) {
    low = Math.min(low, lows[index] as number);
    high = Math.max(high, highs[index] as number);
  }
  if (high < low) return { area: '', line: '' };
  if (bars) low = 0;
  const share = (value: number) => (high === low ? 0.5 : (value - low) / (high - low));
  const x = (t: number) => (((t - from) / (to - from)) * width).toFixed(1);
  const y = (value: number) => (bars ? share(value) : 1 - share(value)) * height;
  if (bars) {
    const step = curve.step ?? 0;
    const area = runs.flat().flatMap((index) => {
      const value = curve.line[index] as number;
      const t = curve.t[index] as number;
      if (value <= 0) return [];
      return [`M${x(t)} 0V${y(value).toFixed(1)}H${x(t + Math.max(step, (to - from) / width))}V0Z`];
    });
    return { area: area.join(''), line: '' };
  }
  const point = (index: number) =>
    `${x(curve.t[index] as number)} ${y(curve.line[index] as number).toFixed(1)}`;
  const line = runs.map((run) =>
    // What stands alone is a dot: a line of no length with round ends.
    run.length === 1 ? `M${point(run[0] as number)}h0.01` : `M${run.map(point).join('L')}`,
  );
  if (curve.low === null || curve.high === null) return { area: '', line: line.join('') };
  const area = runs.map((run) => {
    const edge = (index: number, values: Float64Array, by: number) =>
      `${x(curve.t[index] as number)} ${(y(values[index] as number) + by).toFixed(1)}`;
    const above = run.map((index) => edge(index, highs, -thinnest / 2));
    const below = run.toReversed().map((index) => edge(index, lows, thinnest / 2));
    return `M${[...above, ...below].join('L')}Z`;
  });
  return { area: area.join(''), line: line.join('') };
}
