/** Samples of one axis of a capture, in its unit: mg, or mm/s of a blast. */
export type Samples = ArrayLike<number>;

/** The mean of samples; of an accelerometer at rest it is the part of gravity along its axis. 0 where there are none. */
export function meanOf(samples: Samples): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i += 1) sum += samples[i] as number;
  return samples.length === 0 ? 0 : sum / samples.length;
}

/** Samples less their mean. */
export function withoutMean(samples: Samples): Float64Array {
  const mean = meanOf(samples);
  return Float64Array.from({ length: samples.length }, (_, i) => (samples[i] as number) - mean);
}

/** The sample that lies farthest from 0, with its sign, and its index; null where there are none. */
export function peakOf(samples: Samples): { readonly value: number; readonly at: number } | null {
  let at = -1;
  for (let i = 0; i < samples.length; i += 1)
    if (at < 0 || Math.abs(samples[i] as number) > Math.abs(samples[at] as number)) at = i;
  return at < 0 ? null : { value: samples[at] as number, at };
}

/**
 * The next sample from `from` on (or back) that is a peak: farther from 0 than its neighbours, and at least `least` away
 * from it. `from` where there is none.
 */
export function nextPeak(samples: Samples, from: number, step: 1 | -1, least: number): number {
  const size = (i: number) => Math.abs(samples[i] ?? 0);
  for (let i = from + step; i > 0 && i < samples.length - 1; i += step)
    if (size(i) >= least && size(i) >= size(i - 1) && size(i) > size(i + 1)) return i;
  return from;
}

/** Length of the vector of three axes, sample by sample; as many as the shortest axis has. */
export function vectorOf(x: Samples, y: Samples, z: Samples): Float64Array {
  return Float64Array.from({ length: Math.min(x.length, y.length, z.length) }, (_, i) =>
    Math.hypot(x[i] as number, y[i] as number, z[i] as number),
  );
}

/**
 * Seconds from the first to the last sample that is `threshold` or more away from 0 on any axis; null where none is.
 * @param rate samples a second, Hz
 */
export function secondsAbove(axes: readonly Samples[], threshold: number, rate: number): number | null {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const axis of axes)
    for (let i = 0; i < axis.length; i += 1) {
      if (Math.abs(axis[i] as number) < threshold) continue;
      first = Math.min(first, i);
      last = Math.max(last, i);
    }
  return last < first ? null : (last - first) / rate;
}
