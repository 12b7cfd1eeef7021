/** Readings as the lenses take them, and what a lens answers when its data does not carry an answer. Times UTC ms. */

import { ranked } from './ranked.ts';

/** Ascending times; values of the same length, NaN = missing. */
export interface TimeSeries {
  readonly t: Float64Array;
  readonly values: Float64Array;
}

export const hour = 3_600_000;
export const day = 24 * hour;

/** The readings that have a value. */
export function knownOf(series: TimeSeries): TimeSeries {
  const { t, values } = series;
  for (let i = 0; i < t.length; i += 1)
    if (!Number.isFinite(values[i])) return keptOf(series, (place) => Number.isFinite(values[place]));
  return { t, values };
}

/** Its readings that are to stay, by their places. */
export function keptOf({ t, values }: TimeSeries, stays: (place: number) => boolean): TimeSeries {
  const [times, kept] = [new Float64Array(t.length), new Float64Array(t.length)];
  let count = 0;
  for (let i = 0; i < t.length; i += 1) {
    if (!stays(i)) continue;
    times[count] = t[i] as number;
    kept[count] = values[i] as number;
    count += 1;
  }
  return { t: times.slice(0, count), values: kept.slice(0, count) };
}

/** First place at or after a time. */
export function placeAt(t: Float64Array, at: number): number {
  let [low, high] = [0, t.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((t[middle] as number) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The readings in [from, to]. */
export function between({ t, values }: TimeSeries, from: number, to: number): TimeSeries {
  const [low, high] = [placeAt(t, from), placeAt(t, to + 1)];
  return { t: t.subarray(low, high), values: values.subarray(low, high) };
}

/** The middle distance of neighbouring readings, ms; 0 for fewer than two. */
export function typicalStep(t: Float64Array): number {
  if (t.length < 2) return 0;
  const steps = t.slice(1);
  for (let i = 0; i < steps.length; i += 1) steps[i] = (steps[i] as number) - (t[i] as number);
  return ranked(steps, steps.length >> 1);
}

/** How much of long work is done, 0 to 1. */
export type Progress = (part: number) => void;
