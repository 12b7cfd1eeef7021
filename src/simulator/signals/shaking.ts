import { gauss, mix } from '../random.ts';

/** Little-endian float32 samples of three axes, as storage and the waveform metric hold them. */
export interface Axes {
  readonly x: Uint8Array;
  readonly y: Uint8Array;
  readonly z: Uint8Array;
}

/** Samples of an axis as numbers. */
export const samplesOf = (axis: Uint8Array): Float32Array =>
  new Float32Array(axis.buffer, axis.byteOffset, axis.byteLength / 4);

/**
 * A decaying wave train that arrives after `delay` seconds on a floor of noise. `peaks` are its greatest amounts by axis
 * without noise and offset, in the axes' unit; `frequency` in Hz, one for all axes or one each.
 */
export function shaking(
  seed: number,
  rate: number,
  count: number,
  wave: {
    readonly peaks: readonly [number, number, number];
    readonly frequency: number | readonly [number, number, number];
    readonly delay: number;
    readonly decay: number;
    readonly floor: number;
    readonly offsets?: readonly [number, number, number];
  },
): Axes {
  const axis = (index: 0 | 1 | 2): Uint8Array => {
    const own = mix(seed, index + 1);
    const phase = (own % 628) / 100;
    const frequency = typeof wave.frequency === 'number' ? wave.frequency : wave.frequency[index];
    const swings = Array.from({ length: count }, (_, i) => {
      const u = i / rate - wave.delay;
      return u < 0
        ? 0
        : (1 - Math.exp(-u * 40)) *
            Math.exp(-u / wave.decay) *
            (Math.sin(2 * Math.PI * frequency * u + phase) * 0.8 +
              Math.sin(2 * Math.PI * frequency * 2.3 * u + 2 * phase) * 0.2);
    });
    const greatest = swings.reduce((most, swing) => Math.max(most, Math.abs(swing)), 0);
    const scale = greatest === 0 ? 0 : wave.peaks[index] / greatest;
    const samples = Float32Array.from(
      swings,
      (swing, i) => (wave.offsets?.[index] ?? 0) + scale * swing + wave.floor * gauss(own, i),
    );
    return new Uint8Array(samples.buffer);
  };
  return { x: axis(0), y: axis(1), z: axis(2) };
}
