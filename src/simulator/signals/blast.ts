import { between, gauss, mix, round, seedOf, unit } from '../random.ts';
import type { Sample } from '../sample.ts';
import { code, inFault, type Parameters, reported, type SimulatedSensor } from '../sensor.ts';
import { atLocal, day, localDay } from './calendar.ts';
import type { EventModel, RowModel } from './model.ts';
import { shaking } from './shaking.ts';

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

/** Peaks of one blast, mm/s: a charge and a distance that differ from day to day. */
function peaks(place: number): [number, number, number] {
  const size = 0.6 + 3.2 * unit(place, 3) ** 2 + (unit(place, 4) < 0.04 ? 4 : 0);
  return [size * between(place, 5, 0.55, 0.9), size * between(place, 6, 0.45, 0.8), size];
}

const vector = (x: number, y: number, z: number) => Math.sqrt(x * x + y * y + z * z);

function row(
  parameters: Parameters,
  t: number,
  place: number,
  own: [number, number, number],
  s: number,
): Sample {
  const [ppvX, ppvY, ppvZ] = own.map((value) => round(value, 2)) as [number, number, number];
  const ppv = round(vector(ppvX, ppvY, ppvZ), 2);
  const limit = reported(parameters, 'basic/alarmValue');
  const values = {
    ppvX,
    ppvY,
    ppvZ,
    ppv,
    dominantFrequencyX: round(between(place, 11, 12, 34), 1),
    dominantFrequencyY: round(between(place, 12, 12, 34), 1),
    dominantFrequencyZ: round(between(place, 13, 15, 42), 1),
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
  return [row(parameters, t, place, [small(1), small(2), small(3)], 0)];
};

const rate = 500;
const count = 1000;

/** The blasts in (from, to], each with its waveform in mm/s. */
export const blasted: EventModel = (sensor, parameters, from, to) => {
  const found: Sample[] = [];
  for (let d = localDay(from, sensor.zone); d <= localDay(to + day / 24, sensor.zone); d++) {
    for (const { t, place } of blastsOf(sensor, d)) {
      if (t <= from || t > to || inFault(sensor, t)) continue;
      const own = peaks(place);
      const length = round(between(place, 7, 0.8, 2.6), 1);
      found.push(row(parameters, t, place, own, length));
      const wave = {
        peaks: own,
        frequency: between(place, 13, 15, 42),
        delay: 0.2,
        decay: length / 4,
        floor: 0.01,
      };
      found.push({
        row: 'waveform',
        element: 0,
        t,
        values: {
          samplingRate: rate,
          triggerCause: code('triggerCause', 'threshold'),
          ...shaking(place, rate, count, wave),
        },
      });
    }
  }
  return found;
};
