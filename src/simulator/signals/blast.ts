import { type Peaks, peaksOf } from '../../domain/readings/peaks.ts';
import { between, gauss, mix, round, seedOf, unit } from '../random.ts';
import type { Sample } from '../sample.ts';
import { code, inFault, type Parameters, reported, type SimulatedSensor } from '../sensor.ts';
import { atLocal, day, localDay } from './calendar.ts';
import type { EventModel, RowModel } from './model.ts';
import { samplesOf, shaking } from './shaking.ts';

/** Blasts are fired at noon and before the evening shift; Sundays are quiet. */
const windows: readonly (readonly [hour: number, chance: number])[] = [
  [11.6, 0.55],
  [17.2, 0.45],
];

interface Blast {
  readonly t: number;
  readonly place: number;
}

/** Blasts of a local day, oldest first. */
function* blastsOf(sensor: SimulatedSensor, dayNumber: number): Iterable<Blast> {
  if ((dayNumber + 4) % 7 === 0) return;
  for (const [index, [hours, chance]] of windows.entries()) {
    const place = mix(seedOf(sensor.seed, 'blast'), dayNumber * 4 + index);
    if (unit(place, 1) > chance * sensor.liveliness) continue;
    const t = atLocal(dayNumber, hours, sensor.zone) + Math.floor(between(place, 2, 0, 25) * 60) * 1000;
    yield { t, place };
  }
}

/** Peaks that one blast is meant to have, mm/s: a charge and a distance that differ from day to day. */
function strengths(place: number): [number, number, number] {
  const size = 0.6 + 3.2 * unit(place, 3) ** 2 + (unit(place, 4) < 0.04 ? 4 : 0);
  return [size * between(place, 5, 0.55, 0.9), size * between(place, 6, 0.45, 0.8), size];
}

/** Dominant frequencies by axis, Hz. */
const frequencies = (place: number): [number, number, number] => [
  between(place, 11, 12, 34),
  between(place, 12, 12, 34),
  between(place, 13, 15, 42),
];

/** The row of a record: its peaks are those of the samples, the vector sum that of the strongest moment. */
function row(parameters: Parameters, t: number, place: number, record: Peaks, s: number): Sample {
  const [ppvX, ppvY, ppvZ] = [round(record.x, 2), round(record.y, 2), round(record.z, 2)];
  const ppv = round(record.vector, 2);
  const [fx, fy, fz] = frequencies(place);
  const limit = reported(parameters, 'basic/alarmValue');
  const values = {
    ppvX,
    ppvY,
    ppvZ,
    ppv,
    dominantFrequencyX: round(fx, 1),
    dominantFrequencyY: round(fy, 1),
    dominantFrequencyZ: round(fz, 1),
    duration: s,
    alarmState: code('alarmState', limit !== null && ppv >= limit ? 'alarm' : 'normal'),
  };
  return { row: 'blast', element: 0, t, values };
}

/** The quiet row of a report: background vibration. A broken sensor reports nothing. */
export const blast: RowModel = (sensor, parameters, t) => {
  if (inFault(sensor, t)) return [];
  const place = mix(seedOf(sensor.seed, 'quiet'), Math.floor(t / 1000));
  const small = (n: number) => 0.02 + Math.abs(0.015 * gauss(place, n));
  const [x, y, z] = [small(1), small(2), small(3)];
  return [row(parameters, t, place, { x, y, z, vector: Math.hypot(x, y, z) }, 0)];
};

const rate = 500;
const count = 1000;

/** The blasts in (from, to], each with its waveform in mm/s. */
export const blasted: EventModel = (sensor, parameters, from, to) => {
  const found: Sample[] = [];
  for (let d = localDay(from, sensor.zone); d <= localDay(to + day / 24, sensor.zone); d++) {
    for (const { t, place } of blastsOf(sensor, d)) {
      if (t <= from || t > to || inFault(sensor, t)) continue;
      const length = round(between(place, 7, 0.8, 2.6), 1);
      const axes = shaking(place, rate, count, {
        peaks: strengths(place),
        frequency: frequencies(place),
        delay: 0.2,
        decay: length / 4,
        floor: 0.01,
      });
      const [x, y, z] = [samplesOf(axes.x), samplesOf(axes.y), samplesOf(axes.z)];
      found.push(row(parameters, t, place, peaksOf(x, y, z), length));
      found.push({
        row: 'waveform',
        element: 0,
        t,
        values: {
          samplingRate: rate,
          triggerCause: code('triggerCause', 'threshold'),
          ...axes,
        },
      });
    }
  }
  return found;
};
