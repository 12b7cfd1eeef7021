/** The lens *rain*: what fell, how wet the ground is, and which rain moves it. Amounts mm, times UTC ms. */
import { drained, type Tanks } from '../alarms/methods/tank-model.ts';
import type { RainRow } from '../readings/rain.ts';
import { type Lag, lagOf } from './lag.ts';
import {
  type HourlyRain,
  hourlyRain,
  lineAt,
  type RainLine,
  type RainSpell,
  rainEvents,
} from './rain-events.ts';
import { ratesOf } from './rate.ts';
import { day, hour, type Progress, type TimeSeries } from './series.ts';

/** Half-lives of the effective rain, h, as Japanese practice uses them. */
export const halfLives = [1.5, 72] as const;
/** The tanks are taken as empty so long before the range: less than a millionth of what was in them is left then. */
export const wetting = 60 * day;
/** Lags that are tried, h, and turns of the rain that they are held against. */
export const mostLag = 72;
const permutations = 199;
/** Window of the rates that are held against the rain. */
const rateWindow = 6 * hour;
const perHour = 6;

/** Rows of a gauge as columns; NaN = missing. */
export interface RainColumns {
  readonly t: Float64Array;
  readonly amount: Float64Array;
  /** s. */
  readonly interval: Float64Array;
  readonly dataType: Float64Array;
}

export interface RainInput {
  readonly rain: RainColumns;
  /** What may move; null = rain alone. */
  readonly movement: TimeSeries | null;
  readonly from: number;
  readonly to: number;
  /** That its events are held against. */
  readonly line: RainLine;
}

export interface RainAnswer {
  /** Of the range. */
  readonly hourly: HourlyRain;
  /** At the end of each hour. */
  readonly soil: Float64Array;
  readonly effective: readonly [Float64Array, Float64Array];
  readonly events: readonly RainSpell[];
  /** Whether an event lies above the line; null where the line does not hold for its duration. */
  readonly above: readonly (boolean | null)[];
  /** Hourly rates of the movement, unit per day; NaN where there are too few readings. Empty without one. */
  readonly rate: Float64Array;
  readonly lag: Lag | null;
  /** Sums of the last 1, 3, 7, 15, 30 days. */
  readonly antecedent: readonly number[];
  /** How much of the wetting time before the range rain is known of, 0 to 1. */
  readonly wetted: number;
}

export const antecedentDays = [1, 3, 7, 15, 30] as const;

const orNull = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);

const rowsOf = ({ t, amount, interval, dataType }: RainColumns): readonly RainRow[] =>
  Array.from(t, (at, i) => ({
    t: at,
    amount: orNull(amount[i]),
    interval: orNull(interval[i]),
    dataType: orNull(dataType[i]),
  }));

/** Soil water index at the end of each hour (domain/alarms/methods/tank-model), rain falling evenly over it. */
export function soilWater(amount: Float64Array): Float64Array {
  let tanks: Tanks = [0, 0, 0];
  return amount.map((rain) => {
    for (let i = 0; i < perHour; i += 1) tanks = drained(tanks, rain, 1 / perHour);
    return tanks[0] + tanks[1] + tanks[2];
  });
}

/** Effective rain at the end of each hour: ∫ r(s) 0.5^((t − s) / T) ds, rain falling evenly over each hour. */
export function effectiveByHour(amount: Float64Array, halfLife: number): Float64Array {
  const left = 0.5 ** (1 / halfLife);
  const own = (halfLife / Math.LN2) * (1 - left);
  let sum = 0;
  return amount.map((rain) => {
    sum = sum * left + rain * own;
    return sum;
  });
}

/** Rates at the middle of each hour, between those that the lens *rate* takes. */
function hourlyRates(movement: TimeSeries, { from, amount }: HourlyRain): Float64Array {
  const rates = ratesOf(movement, { method: 'theilSen', window: rateWindow, moments: amount.length });
  const found = new Float64Array(amount.length).fill(Number.NaN);
  if (rates === 'few') return found;
  let at = 0;
  for (let i = 0; i < amount.length; i += 1) {
    const t = from + (i + 0.5) * hour;
    while (at + 1 < rates.t.length && (rates.t[at + 1] as number) <= t) at += 1;
    const [before, after] = [rates.t[at] as number, rates.t[at + 1] ?? Number.NaN];
    if (t < before || !(t <= after) || after - before > 3 * hour) continue;
    const part = (t - before) / (after - before);
    found[i] = (rates.rate[at] as number) * (1 - part) + (rates.rate[at + 1] as number) * part;
  }
  return found;
}

/** `none`: the gauge has sent no row in the range. */
export function rainAnswer(input: RainInput, progress?: Progress): RainAnswer | 'none' {
  const { rain, movement, from, to, line } = input;
  const rows = rowsOf(rain);
  const [first] = rows;
  if (first === undefined || !rows.some(({ t }) => t > from && t <= to)) return 'none';
  const whole = hourlyRain(rows, from - wetting, to);
  const skipped = Math.round((Math.floor(from / hour) * hour - whole.from) / hour);
  const cut = (values: Float64Array) => values.slice(skipped);
  const hourly = { from: whole.from + skipped * hour, amount: cut(whole.amount) };
  const events = rainEvents(hourly, line.gap);
  const rate = movement === null ? new Float64Array(0) : hourlyRates(movement, hourly);
  return {
    hourly,
    soil: cut(soilWater(whole.amount)),
    effective: [
      cut(effectiveByHour(whole.amount, halfLives[0])),
      cut(effectiveByHour(whole.amount, halfLives[1])),
    ],
    events,
    above: events.map(({ duration, intensity }) => {
      const limit = lineAt(line, duration);
      return limit === null ? null : intensity >= limit;
    }),
    rate,
    lag:
      movement === null
        ? null
        : lagOf(hourly.amount, rate, { most: mostLag, permutations, piece: 24 }, progress),
    antecedent: antecedentDays.map((days) =>
      whole.amount.slice(-24 * days).reduce((sum, one) => sum + one, 0),
    ),
    wetted: Math.min(1, Math.max(0, (from - first.t) / wetting)),
  };
}
