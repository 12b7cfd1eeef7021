import { gauss, mix } from '../random.ts';

/** Little-endian float32 samples of three axes, as storage and the waveform metric hold them. */
export interface Axes {
  readonly x: Uint8Array;
  readonly y: Uint8Array;
  readonly z: Uint8Array;
}

/** A decaying wave train that arrives after `delay` seconds on a floor of noise; `peaks` in the axes' unit. */
export function shaking(
  seed: number,
  rate: number,
  count: number,
  wave: {
    readonly peaks: readonly [number, number, number];
    readonly frequency: number;
    readonly delay: number;
    readonly decay: number;
    readonly floor: number;
    readonly offsets?: readonly [number, number, number];
  },
): Axes {
  const axis = (index: 0 | 1 | 2): Uint8Array => {
    const samples = new Float32Array(count);
    const own = mix(seed, index + 1);
    const phase = (own % 628) / 100;
    for (let i = 0; i < count; i++) {
      const u = i / rate - wave.delay;
      const swing =
        u < 0
          ? 0
          : (1 - Math.exp(-u * 40)) *
            Math.exp(-u / wave.decay) *
            (Math.sin(2 * Math.PI * wave.frequency * u + phase) * 0.8 +
              Math.sin(2 * Math.PI * wave.frequency * 2.3 * u + 2 * phase) * 0.2);
      samples[i] = (wave.offsets?.[index] ?? 0) + wave.peaks[index] * swing + wave.floor * gauss(own, i);
    }
    return new Uint8Array(samples.buffer);
  };
  return { x: axis(0), y: axis(1), z: axis(2) };
}
