/** From readings to the figures of a sensor. Pure. */
import { failureForecast, leastReadings } from '../lenses/failure.ts';
import { blocks, theilSen } from '../lenses/robust.ts';
import { day, knownOf, type TimeSeries } from '../lenses/series.ts';
import type { ReportFigures, ReportForecast, ReportLimit, ReportRate, ReportShare } from './model.ts';

/** Readings of a period that are put together to means before a rate is taken of them. */
const mostPoints = 120;
/** A rate is given of so many readings at least, over this part of the period. Assumed. */
const leastForRate = { readings: 5, part: 0.3 } as const;
/** Refits of a forecast: fewer than on screen, where its range is looked at closely. */
const refits = 120;

/** Ends, least and greatest value as they are known beside the series: of one that was put together already. */
export interface Ends {
  readonly first: number;
  readonly last: number;
  readonly least: number;
  readonly most: number;
}

function endsOf({ values }: TimeSeries): Ends {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
  return { first: values[0] ?? Number.NaN, last: values.at(-1) ?? Number.NaN, least, most };
}

/** The slope over all of a series (Theil and Sen), per day; null where its readings do not carry one. */
export function rateOver(series: TimeSeries, span: number): ReportRate | null {
  const known = knownOf(series);
  const own = (known.t.at(-1) ?? 0) - (known.t[0] ?? 0);
  if (known.t.length < leastForRate.readings || own < leastForRate.part * span) return null;
  const line = theilSen(blocks(known, mostPoints));
  return line === null ? null : { perDay: line.slope * day, low: line.low * day, high: line.high * day };
}

/** The forecast of failure; null where the lens gives none. */
function forecastOf(series: TimeSeries): ReportForecast | null {
  if (series.t.length < leastReadings) return null;
  const { forecast } = failureForecast(series, { refits, moments: 0, from: null, seed: 1 });
  if (typeof forecast === 'string') return null;
  const { failure, onset, r2, since, open } = forecast;
  return {
    low: failure.low,
    middle: failure.middle,
    high: failure.high,
    onset: onset.middle,
    r2,
    since,
    isOpen: open,
  };
}

/** What part of a limit values reach: what is compared is the value itself, or its rate per day or hour. */
function partOf(limit: ReportLimit, ends: Ends, rate: ReportRate | null): number | null {
  const { quantity, side, either } = limit;
  const of = (low: number, high: number): number | null => {
    if (either) return Math.max(Math.abs(low), Math.abs(high)) / Math.abs(limit.limit);
    if (limit.limit === 0) return null;
    // A negative limit from above, or a positive one from below, is not approached from zero.
    if (side === 'above') return limit.limit > 0 ? high / limit.limit : null;
    return limit.limit < 0 ? low / limit.limit : null;
  };
  if (limit.limit === 0) return null;
  if (quantity === 'value') return of(ends.least, ends.most);
  if (rate === null) return null;
  if (quantity === 'rate') return of(rate.perDay, rate.perDay);
  if (quantity === 'speed') return of(rate.perDay / 24, rate.perDay / 24);
  return null;
}

/** The limit of which the greatest part was reached; null where none is comparable. */
export function shareOf(
  limits: readonly ReportLimit[],
  ends: Ends,
  rate: ReportRate | null,
): ReportShare | null {
  let found: ReportShare | null = null;
  for (const limit of limits) {
    const part = partOf(limit, ends, rate);
    if (part === null || !Number.isFinite(part) || part < 0) continue;
    // Of two that are reached the worse one counts; of others the nearer.
    const isWorse =
      found === null || (part >= 1 && found.part >= 1 ? limit.rank > found.limit.rank : part > found.part);
    if (isWorse) found = { part, limit };
  }
  return found;
}

/**
 * What a period's readings say; null without any.
 * @param ends of a series that is put together already
 * @param isForecast whether the lens *failure forecast* is asked
 */
export function figuresOf(
  series: TimeSeries,
  options: {
    readonly span: number;
    readonly limits: readonly ReportLimit[];
    readonly ends: Ends | null;
    readonly count: number;
    readonly isForecast: boolean;
  },
): ReportFigures | null {
  const known = knownOf(series);
  if (known.t.length === 0) return null;
  const ends = options.ends ?? endsOf(known);
  const rate = rateOver(known, options.span);
  return {
    readings: options.count,
    ...ends,
    change: ends.last - ends.first,
    rate,
    share: shareOf(options.limits, ends, rate),
    forecast: options.isForecast ? forecastOf(known) : null,
  };
}
