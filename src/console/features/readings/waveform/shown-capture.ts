import { meanOf, peakOf, type Samples, vectorOf, withoutMean } from '../../../../domain/waveform/samples.ts';
import {
  type Dominant,
  dominantOf,
  type Spectrum,
  spectrumOf,
} from '../../../../domain/waveform/spectrum.ts';
import type { Capture } from './use-captures.ts';

export const axisNames = ['x', 'y', 'z'] as const;
export type AxisName = (typeof axisNames)[number];

export interface ShownAxis {
  readonly name: AxisName;
  readonly samples: Samples;
  /** What was taken off, or would be: gravity's part. */
  readonly mean: number;
  readonly peak: { readonly value: number; readonly at: number } | null;
  readonly spectrum: Spectrum | null;
  readonly dominant: Dominant | null;
}

export interface ShownCapture {
  readonly t: number;
  readonly rate: number;
  /** Of the longest axis. */
  readonly count: number;
  readonly axes: readonly ShownAxis[];
  readonly vector: { readonly value: number; readonly at: number } | null;
  /** The axis that swings most; null where there is no spectrum. */
  readonly strongest: ShownAxis | null;
  /** Greatest amount of any axis. */
  readonly reach: number;
}

/** A capture as it is drawn. `centred`: the mean of each axis is taken off. */
export function shownCapture(capture: Capture, centred: boolean): ShownCapture {
  const axes = axisNames.map((name): ShownAxis => {
    const samples: Samples = centred ? withoutMean(capture[name]) : capture[name];
    const spectrum = spectrumOf(samples, capture.samplingRate);
    return {
      name,
      samples,
      mean: meanOf(capture[name]),
      peak: peakOf(samples),
      spectrum,
      dominant: spectrum === null ? null : dominantOf(spectrum),
    };
  });
  const [x, y, z] = axes.map(({ samples }) => samples);
  const strongest = axes.reduce<ShownAxis | null>(
    (most, axis) => ((axis.dominant?.amplitude ?? 0) > (most?.dominant?.amplitude ?? 0) ? axis : most),
    null,
  );
  return {
    t: capture.t,
    rate: capture.samplingRate,
    count: Math.max(...axes.map(({ samples }) => samples.length)),
    axes,
    vector: peakOf(vectorOf(x ?? [], y ?? [], z ?? [])),
    strongest,
    reach: Math.max(...axes.map(({ peak }) => Math.abs(peak?.value ?? 0))),
  };
}
