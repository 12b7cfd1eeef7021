/** How long after the rain something moves: correlation at each lag, against chance. */
import { randomOf } from './random.ts';
import { quantile } from './robust.ts';

export interface LagOptions {
  /** Lags that are tried, from 0 to this, in steps of the two lists. */
  readonly most: number;
  readonly permutations: number;
  /** Steps of a piece that stays together where the lag's range is found: a day of hours. */
  readonly piece: number;
  readonly seed?: number;
}

export interface Lag {
  /** Correlation at lag 0, 1, … */
  readonly correlation: Float64Array;
  /** The lag of the greatest one. */
  readonly lag: number;
  /** 10 and 90 % of it over pieces drawn anew. */
  readonly low: number;
  readonly high: number;
  /** Correlation that chance alone reaches at its best lag in one of twenty. */
  readonly chance: number;
  /** How often chance alone does as well: a lag is believed below 0.05. */
  readonly p: number;
  readonly count: number;
}

const resamples = 200;
/** Fewer than so many pieces do not carry a lag. Assumed. */
const fewestPieces = 10;

/** Sums of pairs that a correlation is made of. */
interface Sums {
  n: number;
  x: number;
  y: number;
  xx: number;
  yy: number;
  xy: number;
}
const none = (): Sums => ({ n: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 });

function correlationOf({ n, x, y, xx, yy, xy }: Sums): number {
  const below = (xx - (x * x) / n) * (yy - (y * y) / n);
  return n > 2 && below > 0 ? (xy - (x * y) / n) / Math.sqrt(below) : 0;
}

function add(to: Sums, x: number, y: number): void {
  to.n += 1;
  to.x += x;
  to.y += y;
  to.xx += x * x;
  to.yy += y * y;
  to.xy += x * y;
}

/** Sums of every piece at a lag: the effect at i with the cause at i − lag. NaN is left out. */
function piecesAt(cause: Float64Array, effect: Float64Array, lag: number, piece: number): Sums[] {
  const pieces = Array.from({ length: Math.ceil(effect.length / piece) }, none);
  for (let i = lag; i < effect.length; i += 1) {
    const [x, y] = [cause[i - lag] as number, effect[i] as number];
    const own = pieces[Math.floor(i / piece)];
    if (own !== undefined && !Number.isNaN(x + y)) add(own, x, y);
  }
  return pieces;
}

function total(pieces: readonly Sums[], chosen: ArrayLike<number>): number {
  const all = none();
  for (let i = 0; i < chosen.length; i += 1) {
    const own = pieces[chosen[i] as number];
    if (own === undefined) continue;
    all.n += own.n;
    all.x += own.x;
    all.y += own.y;
    all.xx += own.xx;
    all.yy += own.yy;
    all.xy += own.xy;
  }
  return correlationOf(all);
}

const greatest = (values: Float64Array) =>
  values.reduce((best, one, i) => (one > (values[best] as number) ? i : best), 0);

/**
 * Pearson's correlation of an effect with a cause so many steps before it. Chance: the cause is turned round in a circle by random
 * steps, which keeps how it is alike in itself, and the best lag of each turn is what the true best is held against.
 * @param cause and effect of equal steps, of one length; NaN = missing
 * @returns null where fewer steps than those of 10 pieces have both
 */
export function lagOf(
  cause: Float64Array,
  effect: Float64Array,
  options: LagOptions,
  progress?: (part: number) => void,
): Lag | null {
  const { most, permutations, piece } = options;
  const n = effect.length;
  const known = effect.filter((one, i) => !Number.isNaN(one + (cause[i] as number))).length;
  if (known < fewestPieces * piece) return null;
  const random = randomOf(options.seed ?? 1);
  const byLag = Array.from({ length: most + 1 }, (_, lag) => piecesAt(cause, effect, lag, piece));
  const every = Array.from({ length: Math.ceil(n / piece) }, (_, i) => i);
  const correlation = Float64Array.from(byLag, (pieces) => total(pieces, every));
  const lag = greatest(correlation);
  const drawn = Array.from({ length: resamples }, () => {
    const chosen = every.map(() => Math.floor(random() * every.length));
    return greatest(Float64Array.from(byLag, (pieces) => total(pieces, chosen)));
  });
  const bests = new Float64Array(permutations);
  const turned = new Float64Array(n);
  for (let k = 0; k < permutations; k += 1) {
    // A turn by less than the lags that are tried would be the lag itself.
    const by = most + 1 + Math.floor(random() * Math.max(1, n - 2 * most - 1));
    for (let i = 0; i < n; i += 1) turned[i] = cause[(i + by) % n] as number;
    let best = Number.NEGATIVE_INFINITY;
    for (let at = 0; at <= most; at += 1) {
      const sums = none();
      for (let i = at; i < n; i += 1) {
        const [x, y] = [turned[i - at] as number, effect[i] as number];
        if (!Number.isNaN(x + y)) add(sums, x, y);
      }
      best = Math.max(best, correlationOf(sums));
    }
    bests[k] = best;
    if (k % 10 === 0) progress?.(k / permutations);
  }
  const asGood = bests.filter((one) => one >= (correlation[lag] as number)).length;
  return {
    correlation,
    lag,
    low: Math.round(quantile(drawn, 0.1)),
    high: Math.round(quantile(drawn, 0.9)),
    chance: quantile(bests, 0.95),
    p: (asGood + 1) / (permutations + 1),
    count: known,
  };
}
