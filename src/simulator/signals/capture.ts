import { integer, mix, seedOf, unit } from '../random.ts';
import type { Sample } from '../sample.ts';
import { code, inFault, numeric, type Parameters, type SimulatedSensor } from '../sensor.ts';
import { day, hour } from './calendar.ts';
import type { EventModel } from './model.ts';
import { angles } from './resting.ts';
import { type Axes, shaking } from './shaking.ts';

const radians = Math.PI / 180;

/** The group that holds a sensor's trigger. */
export const triggerGroup = ({ kind }: SimulatedSensor) =>
  kind.groups.includes('rt3000') ? 'rt3000' : 'mems';

/** What a blasting sensor records, mm/s, where it is ordered to and nothing blasts. */
function quietVelocity(sensor: SimulatedSensor, t: number): Axes {
  const place = mix(seedOf(sensor.seed, 'capture'), Math.floor(t / 1000));
  const wave = { peaks: [0.05, 0.04, 0.06], frequency: 20, delay: 0, decay: 60, floor: 0.01 } as const;
  return shaking(place, 500, 1000, wave);
}

/** What an accelerometer records, mg, for `seconds` at `rate`. A shock goes beyond the trigger's threshold, nothing else does. */
function acceleration(
  sensor: SimulatedSensor,
  parameters: Parameters,
  t: number,
  shock: boolean,
  rate: number,
  seconds: number,
): Axes {
  const place = mix(seedOf(sensor.seed, 'capture'), Math.floor(t / 1000));
  const strength = shock ? shockStrength(sensor, parameters, t) : 3;
  const still = angles(sensor, t);
  return shaking(place, rate, Math.round(rate * seconds), {
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
}

/** Peak of a shock beside the resting acceleration, mg: more than the noise above the threshold that it sets off. */
export function shockStrength(sensor: SimulatedSensor, parameters: Parameters, t: number): number {
  const place = mix(seedOf(sensor.seed, 'capture'), Math.floor(t / 1000));
  const threshold = numeric(parameters, `${triggerGroup(sensor)}/triggerThreshold`, 100);
  return threshold * (1.1 + 1.4 * unit(place, 1)) + 5;
}

/** One capture: what the sensor would record now. Samples are limited to 10 s at 200 Hz. */
export function capture(
  sensor: SimulatedSensor,
  parameters: Parameters,
  t: number,
  cause: 'threshold' | 'command' | 'timed' | 'test',
): Sample {
  const velocity = sensor.kind.rows.includes('blast');
  // Samplings of the enumeration are Hz; the onboard sensor has no such parameter and takes 100.
  const rate = velocity ? 500 : Math.min(200, Math.max(50, numeric(parameters, 'rt3000/samplingRate', 100)));
  const seconds = Math.min(10, numeric(parameters, 'rt3000/recordLength', 6));
  const axes = velocity
    ? quietVelocity(sensor, t)
    : acceleration(sensor, parameters, t, cause === 'threshold', rate, seconds);
  return {
    row: 'waveform',
    element: 0,
    t,
    values: { samplingRate: rate, triggerCause: code('triggerCause', cause), ...axes },
  };
}

const week = 7 * day;
const weekPlace = (sensor: SimulatedSensor, w: number) => mix(seedOf(sensor.seed, 'week'), w);

/** Moments in (from, to] at which a shock set the trigger off; none while it is switched off or the sensor is broken. */
export function shocks(sensor: SimulatedSensor, parameters: Parameters, from: number, to: number): number[] {
  if (numeric(parameters, `${triggerGroup(sensor)}/triggerSwitch`, 0) === code('triggerSwitch', 'off'))
    return [];
  const found: number[] = [];
  for (let w = Math.floor(from / week); w <= Math.floor(to / week); w++) {
    const place = weekPlace(sensor, w);
    const t = w * week + integer(place, 2, 0, 604_799) * 1000;
    if (t <= from || t > to || unit(place, 3) >= 0.35 * sensor.liveliness || inFault(sensor, t)) continue;
    found.push(t);
  }
  return found;
}

/** Captures in (from, to]: one timed a week and now and then a shock. */
export const captured: EventModel = (sensor, parameters, from, to) => {
  const found: Sample[] = [];
  for (let w = Math.floor(from / week); w <= Math.floor(to / week); w++) {
    const timed = w * week + integer(weekPlace(sensor, w), 1, 0, 6) * day + 2 * hour;
    if (timed > from && timed <= to && !inFault(sensor, timed))
      found.push(capture(sensor, parameters, timed, 'timed'));
  }
  for (const t of shocks(sensor, parameters, from, to)) {
    if (!found.some((sample) => sample.t === t)) found.push(capture(sensor, parameters, t, 'threshold'));
  }
  return found.sort((a, b) => a.t - b.t);
};
