import { describe, expect, it } from 'vitest';
import { peaksOf } from '../../../../src/domain/readings/peaks.ts';
import { fft } from '../../../../src/domain/waveform/fft.ts';
import {
  meanOf,
  nextPeak,
  peakOf,
  secondsAbove,
  vectorOf,
  withoutMean,
} from '../../../../src/domain/waveform/samples.ts';
import { dominantOf, spectrumOf } from '../../../../src/domain/waveform/spectrum.ts';

const sine = (count: number, rate: number, frequency: number, amplitude: number, offset = 0) =>
  Float64Array.from(
    { length: count },
    (_, i) => offset + amplitude * Math.sin((2 * Math.PI * frequency * i) / rate + 0.3),
  );
const dominant = (samples: ArrayLike<number>, rate: number) => {
  const spectrum = spectrumOf(samples, rate);
  if (spectrum === null) throw new Error('no spectrum');
  const found = dominantOf(spectrum);
  if (found === null) throw new Error('nothing swings');
  return { ...found, step: spectrum.step };
};

describe('the Fourier transform', () => {
  it('is the sum that it stands for', () => {
    const n = 32;
    const x = Float64Array.from({ length: n }, (_, i) => Math.sin(i * i) + (i % 5) - 1);
    const y = Float64Array.from({ length: n }, (_, i) => Math.cos(3 * i));
    const [re, im] = [x.slice(), y.slice()];
    fft(re, im);
    for (let k = 0; k < n; k += 1) {
      let [real, imaginary] = [0, 0];
      for (let i = 0; i < n; i += 1) {
        const angle = (-2 * Math.PI * k * i) / n;
        const [a, b] = [x[i] ?? 0, y[i] ?? 0];
        real += a * Math.cos(angle) - b * Math.sin(angle);
        imaginary += a * Math.sin(angle) + b * Math.cos(angle);
      }
      expect(re[k]).toBeCloseTo(real, 9);
      expect(im[k]).toBeCloseTo(imaginary, 9);
    }
  });
  it('takes powers of two alone', () => {
    expect(() => fft(new Float64Array(12), new Float64Array(12))).toThrow(TypeError);
    expect(() => fft(new Float64Array(8), new Float64Array(4))).toThrow(TypeError);
  });
});

describe('a spectrum', () => {
  it.each([
    [600, 100, 7.3, 40],
    [1000, 500, 62.5, 3.1],
    [2000, 200, 14.2, 0.4],
    [4096, 500, 31, 52.9],
  ])('of %i samples at %i Hz gives a sine of %f Hz and %f its frequency within a bin and its amplitude', (count, rate, frequency, amplitude) => {
    const found = dominant(sine(count, rate, frequency, amplitude, 1000), rate);
    expect(Math.abs(found.frequency - frequency)).toBeLessThan(found.step / 4);
    expect(Math.abs(found.amplitude / amplitude - 1)).toBeLessThan(0.03);
  });
  it('of a sine on a bin has its amplitude there and no more than the window leaves beside it', () => {
    const spectrum = spectrumOf(sine(1024, 256, 16, 10), 256);
    expect(spectrum?.step).toBe(0.25);
    expect(spectrum?.amplitudes[64]).toBeCloseTo(10, 6);
    expect(spectrum?.amplitudes[63]).toBeCloseTo(5, 6);
    expect(spectrum?.amplitudes[70]).toBeCloseTo(0, 6);
  });
  it('of a chirp lies between its two ends, with little outside', () => {
    const [rate, count, from, to] = [500, 4000, 20, 40];
    const chirp = Float64Array.from({ length: count }, (_, i) => {
      const t = i / rate;
      return 5 * Math.sin(2 * Math.PI * (from * t + ((to - from) * t * t) / (2 * (count / rate))));
    });
    const spectrum = spectrumOf(chirp, rate);
    if (spectrum === null) throw new Error('no spectrum');
    const found = dominant(chirp, rate);
    expect(found.frequency).toBeGreaterThan(from - found.step);
    expect(found.frequency).toBeLessThan(to + found.step);
    const energy = (low: number, high: number) =>
      spectrum.amplitudes.reduce(
        (sum, value, k) => (k * spectrum.step >= low && k * spectrum.step < high ? sum + value ** 2 : sum),
        0,
      );
    expect(energy(from - 2, to + 2) / energy(0, rate)).toBeGreaterThan(0.98);
  });
  it('is made of a second and more, of a shorter record not', () => {
    expect(spectrumOf(sine(100, 100, 10, 1), 100)).not.toBeNull();
    expect(spectrumOf(sine(99, 100, 10, 1), 100)).toBeNull();
    expect(spectrumOf([], 100)).toBeNull();
    expect(spectrumOf(sine(100, 100, 10, 1), 0)).toBeNull();
  });
  it('of what does not move has no strongest swing', () => {
    const still = spectrumOf(new Float64Array(256).fill(1000), 100);
    expect(still === null ? 0 : dominantOf(still)).toBeNull();
  });
});

describe('samples of a capture', () => {
  it('less their mean have none', () => {
    expect(meanOf(withoutMean([998, 1003, 1000]))).toBeCloseTo(0, 12);
    expect(meanOf([])).toBe(0);
  });
  it('have their peak with its sign and place, as the peaks of a blast do', () => {
    const [x, y, z] = [
      [0.1, -3, 2],
      [1, 1, -1],
      [0, 0.5, 2.9],
    ];
    expect(peakOf(x)).toEqual({ value: -3, at: 1 });
    const peaks = peaksOf(x, y, z);
    expect(peaks.x).toBe(3);
    expect(peakOf(vectorOf(x, y, z))?.value).toBeCloseTo(peaks.vector, 12);
    expect(peakOf([])).toBeNull();
  });
  it('go from peak to peak, forwards and back, and stay where there is none', () => {
    const x = [0, 5, 0, -1, 0, -6, 0];
    expect(nextPeak(x, 0, 1, 3)).toBe(1);
    expect(nextPeak(x, 1, 1, 3)).toBe(5);
    expect(nextPeak(x, 1, 1, 0.5)).toBe(3);
    expect(nextPeak(x, 5, -1, 3)).toBe(1);
    expect(nextPeak(x, 5, 1, 3)).toBe(5);
  });
  it('are above a threshold from the first to the last of them on any axis', () => {
    expect(
      secondsAbove(
        [
          [0, 20, 0, 0],
          [0, 0, 0, -21],
        ],
        20,
        2,
      ),
    ).toBe(1);
    expect(secondsAbove([[0, 19.9]], 20, 2)).toBeNull();
  });
});
