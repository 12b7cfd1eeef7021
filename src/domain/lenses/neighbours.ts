/**
 * The lens *neighbours*: quantities of several sensors on one grid of time, how alike they move, and which of them moves unlike
 * the others. Each is measured by its own scatter, so that units do not matter.
 */
import { median, robustDeviation } from './robust.ts';
import type { Progress, TimeSeries } from './series.ts';

export interface NeighboursInput {
  readonly series: readonly TimeSeries[];
  /** UTC ms. */
  readonly from: number;
  readonly to: number;
  /** Cells of the grid. */
  readonly cells: number;
}

export interface Neighbours {
  /** Beginning of each cell, UTC ms, and its length. */
  readonly t: Float64Array;
  readonly step: number;
  /** Mean of each cell, by series; NaN = no reading in it. */
  readonly values: readonly Float64Array[];
  /** Distance from the series' own median in its own robust deviations; NaN as above, 0 for a series that stands still. */
  readonly scores: readonly Float64Array[];
  /** Spearman's rank correlation of the changes from cell to cell, −1 to 1; NaN with too few pairs. Row by row. */
  readonly correlation: readonly Float64Array[];
  /** Pairs of changes behind each of them. */
  readonly pairs: readonly Float64Array[];
  /** Distance of a series from the median of the others, in the scatter of that distance or of the others at that time, whichever is
   * greater; NaN where fewer than two others are known. */
  readonly apart: readonly Float64Array[];
  /** Those that are apart from the others in the newest cells, the farthest first, since when. */
  readonly outliers: readonly { readonly series: number; readonly since: number; readonly score: number }[];
}

/** `few`: less than two series with enough readings. */
export type NoNeighbours = 'few';

/** Cells with readings that a series needs. */
export const leastCells = 12;
/** Pairs of changes that a correlation needs. */
export const leastPairs = 10;
/** From how many deviations on a series is apart, and in how many of its newest cells. Assumed. */
export const apartFrom = { deviations: 4, cells: 3 } as const;

/** |ρ| that chance reaches in one of twenty pairs of series that have nothing to do with each other, for n pairs. */
export const chanceOf = (pairs: number): number => (pairs > 1 ? 1.96 / Math.sqrt(pairs - 1) : 1);

/** Puts series on a grid and holds them against each other. */
export function neighboursOf(
  { series, from, to, cells }: NeighboursInput,
  progress?: Progress,
): Neighbours | NoNeighbours {
  const step = (to - from) / cells;
  const values = series.map((one) => onGrid(one, from, step, cells));
  const known = values.filter((own) => own.filter((value) => !Number.isNaN(value)).length >= leastCells);
  if (known.length < 2 || !(step > 0)) return 'few';
  progress?.(0.2);
  const scores = values.map(scoresOf);
  const changes = values.map((own) =>
    own.map((value, i) => (i === 0 ? Number.NaN : value - (own[i - 1] as number))),
  );
  const [correlation, pairs] = [grid(series.length), grid(series.length)];
  for (let i = 0; i < series.length; i += 1) {
    for (let k = i; k < series.length; k += 1) {
      const { rho, count } = spearman(changes[i] as Float64Array, changes[k] as Float64Array);
      for (const [row, column] of [
        [i, k],
        [k, i],
      ] as const) {
        (correlation[row] as Float64Array)[column] = rho;
        (pairs[row] as Float64Array)[column] = count;
      }
    }
    progress?.(0.2 + (0.7 * (i + 1)) / series.length);
  }
  const apart = scores.map((_, i) => apartOf(scores, i));
  return {
    t: Float64Array.from({ length: cells }, (_, i) => from + i * step),
    step,
    values,
    scores,
    correlation,
    pairs,
    apart,
    outliers: outliersOf(apart, from, step),
  };
}

const grid = (size: number) => Array.from({ length: size }, () => new Float64Array(size).fill(Number.NaN));

function onGrid({ t, values }: TimeSeries, from: number, step: number, cells: number): Float64Array {
  const [sums, counts] = [new Float64Array(cells), new Float64Array(cells)];
  for (let i = 0; i < t.length; i += 1) {
    const cell = Math.floor(((t[i] as number) - from) / step);
    const value = values[i] as number;
    if (cell < 0 || cell >= cells || Number.isNaN(value)) continue;
    sums[cell] = (sums[cell] as number) + value;
    counts[cell] = (counts[cell] as number) + 1;
  }
  return sums.map((sum, i) => ((counts[i] as number) > 0 ? sum / (counts[i] as number) : Number.NaN));
}

function scoresOf(own: Float64Array): Float64Array {
  const known = own.filter((value) => !Number.isNaN(value));
  const [middle, scatter] = [median(known), robustDeviation(known)];
  return own.map((value) => (Number.isNaN(value) ? value : scatter > 0 ? (value - middle) / scatter : 0));
}

/** Ranks from 0, the mean of their places for equal values. */
function ranks(values: Float64Array): Float64Array {
  const order = Array.from(values, (_, i) => i).sort((a, b) => (values[a] as number) - (values[b] as number));
  const found = new Float64Array(values.length);
  for (let i = 0; i < order.length; ) {
    let end = i;
    while (end + 1 < order.length && values[order[end + 1] as number] === values[order[i] as number])
      end += 1;
    for (let k = i; k <= end; k += 1) found[order[k] as number] = (i + end) / 2;
    i = end + 1;
  }
  return found;
}

/** Spearman's ρ of the places where both are known: Pearson's correlation of their ranks (Spearman 1904). */
export function spearman(a: Float64Array, b: Float64Array): { readonly rho: number; readonly count: number } {
  const both = Array.from(a, (_, i) => i).filter((i) => !Number.isNaN((a[i] as number) + (b[i] as number)));
  const count = both.length;
  if (count < leastPairs) return { rho: Number.NaN, count };
  const [x, y] = [a, b].map((own) => ranks(Float64Array.from(both, (i) => own[i] as number))) as [
    Float64Array,
    Float64Array,
  ];
  const middle = (count - 1) / 2;
  let [xy, xx, yy] = [0, 0, 0];
  for (let i = 0; i < count; i += 1) {
    const [dx, dy] = [(x[i] as number) - middle, (y[i] as number) - middle];
    xy += dx * dy;
    xx += dx * dx;
    yy += dy * dy;
  }
  return { rho: xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : Number.NaN, count };
}

function apartOf(scores: readonly Float64Array[], own: number): Float64Array {
  const mine = scores[own] as Float64Array;
  const spread = new Float64Array(mine.length).fill(Number.NaN);
  const away = mine.map((value, cell) => {
    const others = scores.flatMap((other, i) => {
      const one = other[cell] as number;
      return i === own || Number.isNaN(one) ? [] : [one];
    });
    if (others.length < 2) return Number.NaN;
    spread[cell] = robustDeviation(others);
    return value - median(others);
  });
  const known = away.filter((value) => !Number.isNaN(value));
  // Scores are in own deviations: a scatter of much less than one is no reason to call a small distance a great one.
  const scatter = Math.max(0.5, robustDeviation(known));
  const middle = median(known);
  // Where the others go apart from each other, too, nobody stands out of them.
  return away.map((value, cell) => (value - middle) / Math.max(scatter, spread[cell] as number));
}

function outliersOf(apart: readonly Float64Array[], from: number, step: number): Neighbours['outliers'] {
  return apart
    .flatMap((own, series) => {
      let [since, count, score] = [own.length, 0, 0];
      for (let cell = own.length - 1; cell >= 0; cell -= 1) {
        const value = own[cell] as number;
        if (Number.isNaN(value)) continue;
        if (Math.abs(value) <= apartFrom.deviations) break;
        since = cell;
        count += 1;
        if (Math.abs(value) > Math.abs(score)) score = value;
      }
      return count >= apartFrom.cells ? [{ series, since: from + since * step, score }] : [];
    })
    .sort((a, b) => Math.abs(b.score) - Math.abs(a.score));
}
