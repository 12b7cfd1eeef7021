import { fft } from './fft.ts';
import { type Samples, withoutMean } from './samples.ts';

/** What a record swings with: for each frequency the amplitude of the sine that it would be. */
export interface Spectrum {
  /** Hz between two values; value k is at k·step. */
  readonly step: number;
  /** In the unit of the samples. */
  readonly amplitudes: Float64Array;
  /** Stretches that were put together. */
  readonly segments: number;
}

/** Shortest record that a spectrum is made of, seconds: of a shorter one the bins would be wider than what is looked for. */
export const shortestRecord = 1;

const before2 = (n: number) => 2 ** Math.floor(Math.log2(n));

/**
 * Spectrum by Welch's method (1967): stretches of a power of two of samples that overlap by half or more and cover the
 * record, the mean of the record taken off, each under a Hann window, their powers averaged; the amplitude is corrected
 * for the window, so a sine of amplitude A that lies on a bin gives A.
 * @param rate samples a second, Hz
 * @returns null for a record shorter than a second
 */
export function spectrumOf(samples: Samples, rate: number): Spectrum | null {
  if (!(rate > 0) || samples.length / rate < shortestRecord || samples.length < 8) return null;
  const centred = withoutMean(samples);
  const size = before2(samples.length);
  const rest = samples.length - size;
  const segments = Math.ceil(rest / (size / 2)) + 1;
  const window = Float64Array.from(
    { length: size },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size),
  );
  const weight = size / 2;
  const power = new Float64Array(size / 2 + 1);
  for (let segment = 0; segment < segments; segment += 1) {
    const start = segments === 1 ? 0 : Math.round((rest * segment) / (segments - 1));
    const re = Float64Array.from(window, (w, i) => w * (centred[start + i] as number));
    const im = new Float64Array(size);
    fft(re, im);
    for (let k = 0; k < power.length; k += 1)
      power[k] = (power[k] as number) + ((re[k] as number) ** 2 + (im[k] as number) ** 2) / segments;
  }
  const amplitudes = power.map(
    (value, k) => (Math.sqrt(value) / weight) * (k === 0 || k === size / 2 ? 1 : 2),
  );
  return { step: rate / size, amplitudes, segments };
}

export interface Dominant {
  /** Hz, between the bins by a parabola through the logarithms of the three greatest (Smith and Serra 1987). */
  readonly frequency: number;
  /** Of the parabola there, in the unit of the samples. */
  readonly amplitude: number;
}

/** The strongest swing of a spectrum; null where nothing swings. What is slower than a bin and a half is the window's. */
export function dominantOf({ step, amplitudes }: Spectrum): Dominant | null {
  let at = 0;
  for (let k = 2; k < amplitudes.length - 1; k += 1)
    if ((amplitudes[k] as number) > (amplitudes[at] as number) || at === 0) at = k;
  const middle = amplitudes[at] ?? 0;
  if (at === 0 || middle <= 0) return null;
  const [a, b, c] = [amplitudes[at - 1], middle, amplitudes[at + 1]].map((value) =>
    Math.log(Math.max(value ?? 0, middle * 1e-9)),
  ) as [number, number, number];
  const curvature = a - 2 * b + c;
  const shift = curvature === 0 ? 0 : Math.max(-0.5, Math.min(0.5, (0.5 * (a - c)) / curvature));
  return { frequency: (at + shift) * step, amplitude: Math.exp(b - 0.25 * (a - c) * shift) };
}
