/**
 * The lens *tangent angle*: the arctangent of the rate over the rate of the steady stage, so that it has no scale; 45° is as fast
 * as then. Xu Qiang, Zeng, Qian, Wang and He 2009 (Geological Bulletin of China 28, 501–505).
 */
import { degrees } from '../readings/angles.ts';
import { leastReadings, steadyPart } from './failure.ts';
import { ratesOf } from './rate.ts';
import { blocks, theilSen } from './robust.ts';
import { between, day, knownOf, type Progress, type TimeSeries } from './series.ts';

/** Angles at which the next level begins: blue below 45°, yellow to 80°, orange to 85°, red above. */
export const tangentBands = [45, 80, 85] as const;

/** Level of an angle: 1 blue to 4 red; a border belongs to the level below it. */
export const tangentLevel = (angle: number): 1 | 2 | 3 | 4 =>
  angle > tangentBands[2] ? 4 : angle > tangentBands[1] ? 3 : angle > tangentBands[0] ? 2 : 1;

export interface TangentOptions {
  /** Of the window that a rate is taken from, ms. */
  readonly window: number;
  /** Steady stage chosen by hand, UTC ms; null = it is found. */
  readonly steady: { readonly from: number; readonly to: number } | null;
}

export interface Tangents {
  readonly t: Float64Array;
  /** Degrees, −90 to 90; NaN where there is no rate. */
  readonly angle: Float64Array;
  readonly steady: {
    readonly from: number;
    readonly to: number;
    /** Unit of the value per day, and the range that holds it with 95 %. */
    readonly rate: number;
    readonly low: number;
    readonly high: number;
    readonly count: number;
    readonly byHand: boolean;
    /** The range accelerates after it. */
    readonly accelerates: boolean;
  };
  readonly now: { readonly t: number; readonly angle: number; readonly rate: number } | null;
  /** Since when it is in the level that it has now, UTC ms. */
  readonly since: number | null;
  /** ms in each level, blue to red. */
  readonly times: readonly [number, number, number, number];
}

/** `few` readings; `still`: the steady rate does not differ from none, so nothing can be measured by it. */
export type NoTangents = 'few' | 'still';

const mostPoints = 200;

/** Angles over a range by the rate of its steady stage. */
export function tangentsOf(
  series: TimeSeries,
  options: TangentOptions,
  progress?: Progress,
): Tangents | NoTangents {
  const known = knownOf(series);
  const found = options.steady === null ? steadyPart(known) : null;
  const part = options.steady ?? found;
  if (part === null) return 'few';
  const stage = between(known, part.from, part.to);
  if (stage.t.length < leastReadings) return 'few';
  const line = theilSen(blocks(stage, mostPoints));
  if (line === null || line.low * line.high <= 0) return 'still';
  const rates = ratesOf(known, { method: 'theilSen', window: options.window }, progress);
  if (rates === 'few') return 'few';
  const steady = line.slope * day;
  const angle = rates.rate.map((rate) => degrees(Math.atan(rate / steady)));
  const times: [number, number, number, number] = [0, 0, 0, 0];
  let since: number | null = null;
  let level = 0;
  for (let i = 0; i < angle.length; i += 1) {
    const own = angle[i] as number;
    if (Number.isNaN(own)) continue;
    const next = tangentLevel(own);
    if (next !== level) since = rates.t[i] as number;
    level = next;
    times[next - 1] = (times[next - 1] ?? 0) + ((rates.t[i + 1] ?? Number.NaN) - (rates.t[i] as number) || 0);
  }
  const { now } = rates;
  return {
    t: rates.t,
    angle,
    steady: {
      from: part.from,
      to: part.to,
      rate: steady,
      low: line.low * day,
      high: line.high * day,
      count: stage.t.length,
      byHand: options.steady !== null,
      accelerates: found?.accelerates ?? false,
    },
    now: now === null ? null : { t: now.t, angle: degrees(Math.atan(now.rate / steady)), rate: now.rate },
    since,
    times,
  };
}
