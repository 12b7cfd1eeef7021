/** The lens *rate*: how fast a value moves, and whether it moves ever faster. */
import { blocks, lowessSlope, theilSen } from './robust.ts';
import { between, day, knownOf, type Progress, type TimeSeries, typicalStep } from './series.ts';

export const rateMethods = ['theilSen', 'lowess'] as const;
export type RateMethod = (typeof rateMethods)[number];

export interface RateOptions {
  readonly method: RateMethod;
  /** Of the window that a rate is taken from, ms. */
  readonly window: number;
  /** Most moments at which rates are taken; left out = 300. */
  readonly moments?: number;
}

/** Fewest readings of a window, and least part of it that they span. Assumed. */
export const leastWindow = { readings: 5, part: 0.4 } as const;
/** Moments at which rates are taken, and readings of a window beyond which they are put together to means. */
const mostMoments = 300;
const mostPoints = 64;

export interface Rates {
  /** Moments, UTC ms. */
  readonly t: Float64Array;
  /** Unit of the value per day; NaN where the window does not carry one. */
  readonly rate: Float64Array;
  /** Unit of the value per day². */
  readonly acceleration: Float64Array;
  /** Change since the first reading, at each reading that has a value. */
  readonly cumulative: TimeSeries;
  /** Of the newest window: rate and the range that holds it with 95 %, acceleration; null where it carries none. */
  readonly now: {
    readonly t: number;
    readonly rate: number;
    readonly low: number;
    readonly high: number;
    readonly acceleration: number | null;
  } | null;
  /** Greatest rate by amount, and when; null without any. */
  readonly peak: { readonly t: number; readonly rate: number } | null;
  /** Readings that have a value. */
  readonly count: number;
}

/** `few`: not one window has enough readings. */
export type NoRates = 'few';

function carries({ t }: TimeSeries, window: number): boolean {
  const span = (t.at(-1) ?? 0) - (t[0] ?? 0);
  return t.length >= leastWindow.readings && span >= leastWindow.part * window;
}

/**
 * Rates at up to 300 moments over the range by robust regression in a window about each (at the ends half of it), and
 * accelerations as the rates of those rates. Theil–Sen or LOWESS: see robust.ts.
 */
export function ratesOf(series: TimeSeries, options: RateOptions, progress?: Progress): Rates | NoRates {
  const known = knownOf(series);
  const { method, window } = options;
  const half = window / 2;
  const [first, last] = [known.t[0] ?? 0, known.t.at(-1) ?? 0];
  const span = last - first;
  const count = Math.max(
    2,
    Math.min(options.moments ?? mostMoments, Math.round(span / Math.max(1, typicalStep(known.t))) + 1),
  );
  const moments = Float64Array.from({ length: count }, (_, i) => first + (span * i) / (count - 1));
  const slopeAt = (of: TimeSeries, at: number): number => {
    const inWindow = between(of, at - half, at + half);
    if (!carries(inWindow, window)) return Number.NaN;
    const part = blocks(inWindow, mostPoints);
    const slope = method === 'theilSen' ? theilSen(part)?.slope : lowessSlope(part, at, half);
    return (slope ?? Number.NaN) * day;
  };
  const rate = new Float64Array(count);
  for (let i = 0; i < count; i += 1) {
    rate[i] = slopeAt(known, moments[i] as number);
    if (i % 20 === 0) progress?.(i / count);
  }
  if (!rate.some((one) => !Number.isNaN(one))) return 'few';
  const rates = knownOf({ t: moments, values: rate });
  const acceleration = moments.map((at) => slopeAt(rates, at));
  const newest = blocks(between(known, last - window, last), mostPoints);
  const line = carries(newest, window) ? theilSen(newest) : null;
  const lately = acceleration.at(-1) ?? Number.NaN;
  const strongest = rates.values.reduce(
    (best, one, i) => (Math.abs(one) > Math.abs(rates.values[best] ?? 0) ? i : best),
    0,
  );
  return {
    t: moments,
    rate,
    acceleration,
    cumulative: { t: known.t, values: known.values.map((value) => value - (known.values[0] ?? 0)) },
    now:
      line === null
        ? null
        : {
            t: last,
            rate: line.slope * day,
            low: line.low * day,
            high: line.high * day,
            acceleration: Number.isNaN(lately) ? null : lately,
          },
    peak: { t: rates.t[strongest] ?? last, rate: rates.values[strongest] ?? Number.NaN },
    count: known.t.length,
  };
}
