/**
 * The lens *vibration*: records of blasts and shocks (peak, dominant frequency, duration), and peak particle velocities at their
 * frequencies against limits. Velocities mm/s, frequencies Hz.
 */

import {
  type LimitCurve,
  limitFrequencies,
  vibrationLimits as lines,
} from '../alarms/methods/vibration-limits.ts';
import { peakOf, type Samples, secondsAbove, vectorOf, withoutMean } from '../waveform/samples.ts';
import { dominantOf, type Spectrum, spectrumOf } from '../waveform/spectrum.ts';

/**
 * Limits of the peak particle velocity by the frequency, as straight lines between points (`line`) or steps that begin at them.
 * The values are quoted from secondary literature: the texts of the standards were not read for this. GB 6722 gives a range for
 * each class; the lower end is taken.
 */
interface VibrationLimit {
  readonly form: 'line' | 'step';
  /** Ascending frequencies; below the first there is no limit. Above the last that of the last. */
  readonly points: readonly (readonly [frequency: number, velocity: number])[];
  /** Which table it is, as it is quoted. */
  readonly quoted: string;
}
const din = (curve: LimitCurve): VibrationLimit => ({
  form: 'line',
  points: limitFrequencies.map((frequency, index) => [frequency, lines[curve][index] ?? 0] as const),
  quoted: 'DIN 4150-3, table 1, foundation',
});
const gb = (...velocities: readonly [number, number, number]): VibrationLimit => ({
  form: 'step',
  points: [
    [1, velocities[0]],
    [10, velocities[1]],
    [50, velocities[2]],
  ],
  quoted: 'GB 6722-2014, 13.2',
});
export const vibrationLimits = {
  dinIndustry: din('din4150Line1'),
  dinDwelling: din('din4150Line2'),
  dinSensitive: din('din4150Line3'),
  gbEarth: gb(1.5, 4.5, 9),
  gbDwelling: gb(15, 20, 25),
  gbIndustry: gb(25, 35, 42),
  gbHeritage: gb(1, 2, 3),
} as const satisfies Readonly<Record<string, VibrationLimit>>;
export type VibrationLimitId = keyof typeof vibrationLimits;
export const vibrationLimitIds = Object.keys(vibrationLimits) as readonly VibrationLimitId[];

/** The limit at a frequency, mm/s; null below the least frequency of its table, and of no frequency. */
export function limitAt(id: VibrationLimitId, frequency: number): number | null {
  const { form, points }: VibrationLimit = vibrationLimits[id];
  const after = points.findIndex(([own]) => own > frequency);
  if (!(frequency >= (points[0]?.[0] ?? Number.NaN))) return null;
  const [from, low] = points.at(after < 0 ? -1 : after - 1) ?? [0, 0];
  if (after < 0 || form === 'step') return low;
  const [to, high] = points[after] ?? [from, low];
  return low + ((high - low) * (frequency - from)) / (to - from);
}

export const vibrationAxes = ['x', 'y', 'z'] as const;
export type VibrationAxis = (typeof vibrationAxes)[number];

/** Peaks and their frequencies of one event, by axis; NaN = not known. */
export interface VibrationEvent {
  readonly t: number;
  readonly ppv: readonly [number, number, number];
  readonly frequency: readonly [number, number, number];
}

export interface JudgedEvent extends VibrationEvent {
  /** The axis that comes nearest to its limit, its velocity and frequency, and the part of the limit; null where no axis has one. */
  readonly worst: {
    readonly axis: VibrationAxis;
    readonly velocity: number;
    readonly frequency: number;
    readonly limit: number;
    readonly part: number;
  } | null;
}

export interface VibrationInput {
  readonly events: readonly VibrationEvent[];
  readonly limit: VibrationLimitId;
}
export interface VibrationAnswer {
  /** In the order given. */
  readonly events: readonly JudgedEvent[];
  /** The one that came nearest to its limit, or passed it farthest. */
  readonly worst: JudgedEvent | null;
  /** Events above their limit. */
  readonly above: number;
}

/** Holds every event against a limit. */
export function vibrationAnswer({ events, limit }: VibrationInput): VibrationAnswer {
  const judged = events.map((event): JudgedEvent => {
    let worst: JudgedEvent['worst'] = null;
    vibrationAxes.forEach((axis, i) => {
      const [velocity, frequency] = [Math.abs(event.ppv[i] as number), event.frequency[i] as number];
      const own = limitAt(limit, frequency);
      if (own === null || Number.isNaN(velocity)) return;
      const part = velocity / own;
      if (worst === null || part > worst.part) worst = { axis, velocity, frequency, limit: own, part };
    });
    return { ...event, worst };
  });
  const partOf = ({ worst }: JudgedEvent) => worst?.part ?? -1;
  const worst = judged.reduce<JudgedEvent | null>(
    (most, own) => (own.worst !== null && (most === null || partOf(own) > partOf(most)) ? own : most),
    null,
  );
  return { events: judged, worst, above: judged.filter((own) => partOf(own) > 1).length };
}

export interface RecordAxis {
  readonly axis: VibrationAxis;
  /** Less their mean. */
  readonly samples: Float64Array;
  readonly peak: { readonly value: number; readonly at: number } | null;
  readonly spectrum: Spectrum | null;
  /** Hz; null where the record is shorter than a second, or nothing swings. */
  readonly frequency: number | null;
}
export interface VibrationRecord {
  readonly rate: number;
  readonly axes: readonly RecordAxis[];
  /** Greatest length of the vector. */
  readonly vector: number | null;
  /** Seconds from the first to the last sample of a tenth of the greatest peak or more; null where nothing moves. */
  readonly duration: number | null;
}

/** Part of the greatest peak that the duration is counted from. */
export const durationFrom = 0.1;

/** What a record of three axes comes to. @param rate samples a second */
export function recordOf(samples: readonly [Samples, Samples, Samples], rate: number): VibrationRecord {
  const axes = samples.map((own, i): RecordAxis => {
    const centred = withoutMean(own);
    const spectrum = spectrumOf(centred, rate);
    return {
      axis: vibrationAxes[i] as VibrationAxis,
      samples: centred,
      peak: peakOf(centred),
      spectrum,
      frequency: spectrum === null ? null : (dominantOf(spectrum)?.frequency ?? null),
    };
  });
  const [x, y, z] = axes.map((axis) => axis.samples);
  const most = Math.max(...axes.map(({ peak }) => Math.abs(peak?.value ?? 0)));
  return {
    rate,
    axes,
    vector: peakOf(vectorOf(x ?? [], y ?? [], z ?? []))?.value ?? null,
    duration:
      most > 0
        ? secondsAbove(
            axes.map((axis) => axis.samples),
            most * durationFrom,
            rate,
          )
        : null,
  };
}

/** An event out of a record, for the same limits. */
export const eventOf = (t: number, { axes }: VibrationRecord): VibrationEvent => ({
  t,
  ppv: axes.map(({ peak }) => Math.abs(peak?.value ?? Number.NaN)) as unknown as VibrationEvent['ppv'],
  frequency: axes.map(({ frequency }) => frequency ?? Number.NaN) as unknown as VibrationEvent['frequency'],
});
