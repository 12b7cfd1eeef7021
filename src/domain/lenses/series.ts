/** Readings as the lenses take them, and what a lens answers when its data does not carry an answer. Times UTC ms. */

/** Ascending times; values of the same length, NaN = missing. */
export interface TimeSeries {
  readonly t: Float64Array;
  readonly values: Float64Array;
}

export const hour = 3_600_000;
export const day = 24 * hour;

/** The readings that have a value. */
export function knownOf({ t, values }: TimeSeries): TimeSeries {
  const kept: number[] = [];
  for (let i = 0; i < t.length; i += 1) if (Number.isFinite(values[i])) kept.push(i);
  if (kept.length === t.length) return { t, values };
  return {
    t: Float64Array.from(kept, (i) => t[i] as number),
    values: Float64Array.from(kept, (i) => values[i] as number),
  };
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
  const steps = t.slice(1).map((at, i) => at - (t[i] as number));
  return steps.sort()[steps.length >> 1] ?? 0;
}

/** How much of long work is done, 0 to 1. */
export type Progress = (part: number) => void;
