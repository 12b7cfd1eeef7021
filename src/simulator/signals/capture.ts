import { integer, mix, seedOf, unit } from '../random.ts';
import type { Sample } from '../sample.ts';
import { code, inFault, numeric, type Parameters, type SimulatedSensor } from '../sensor.ts';
import { day, hour } from './calendar.ts';
import type { EventModel } from './model.ts';
import { shaking } from './shaking.ts';
import { angles } from './tilt.ts';

const radians = Math.PI / 180;

/** One capture of acceleration in mg: what the sensor would record now. Samples are limited to 10 s at 200 Hz. */
export function capture(
  sensor: SimulatedSensor,
  parameters: Parameters,
  t: number,
  cause: 'threshold' | 'command' | 'timed' | 'test',
): Sample {
  // Samplings of the enumeration are Hz; the onboard sensor has no such parameter and takes 100.
  const rate = Math.min(200, Math.max(50, numeric(parameters, 'rt3000/samplingRate', 100)));
  const seconds = Math.min(10, numeric(parameters, 'rt3000/recordLength', 6));
  const place = mix(seedOf(sensor.seed, 'capture'), Math.floor(t / 1000));
  const strength = cause === 'threshold' ? 40 + 160 * unit(place, 1) : 3;
  const still = angles(sensor, t);
  const axes = shaking(place, rate, Math.round(rate * seconds), {
    peaks: [strength, strength * 0.7, strength * 0.5],
    frequency: 3 + 9 * unit(place, 2),
    delay: 1,
    decay: 0.6 + unit(place, 3),
    floor: 0.8,
    offsets: [
      1000 * Math.sin(still.x * radians),
      1000 * Math.sin(still.y * radians),
      1000 * Math.sin(still.z * radians),
    ],
  });
  return {
    row: 'waveform',
    element: 0,
    t,
    values: { samplingRate: rate, triggerCause: code('triggerCause', cause), ...axes },
  };
}

/** Captures in (from, to]: one timed a week and now and then a shock. */
export const captured: EventModel = (sensor, parameters, from, to) => {
  const found: Sample[] = [];
  const week = 7 * day;
  for (let w = Math.floor(from / week); w <= Math.floor(to / week); w++) {
    const place = mix(seedOf(sensor.seed, 'week'), w);
    const timed = w * week + integer(place, 1, 0, 6) * day + 2 * hour;
    const shock = w * week + integer(place, 2, 0, 604_799) * 1000;
    const taken: (readonly [number, 'timed' | 'threshold'])[] = [[timed, 'timed']];
    if (unit(place, 3) < 0.35 * sensor.liveliness && shock !== timed) taken.push([shock, 'threshold']);
    for (const [t, cause] of taken.sort((a, b) => a[0] - b[0])) {
      if (t > from && t <= to && !inFault(sensor, t)) found.push(capture(sensor, parameters, t, cause));
    }
  }
  return found;
};
