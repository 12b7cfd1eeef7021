import { tiltAzimuth, tiltDirection, totalTilt } from '../../domain/readings/tilt.ts';
import { gauss, round, seedOf } from '../random.ts';
import { code, inFault, numeric, type Parameters, reported, type SimulatedSensor } from '../sensor.ts';
import { hour } from './calendar.ts';
import { shockStrength, shocks } from './capture.ts';
import type { RowModel } from './model.ts';
import { pace } from './movement.ts';
import { angles } from './resting.ts';

const radians = Math.PI / 180;

/** Temperature at a sensor: the air, late and damped by its box. */
export const boxTemperature = (sensor: SimulatedSensor, t: number): number =>
  sensor.weather.temperature(t - 0.7 * hour) +
  0.8 +
  0.1 * gauss(seedOf(sensor.seed, 'box'), Math.floor(t / 1000));

/** How long a row reports a shock, and the greatest accelerations, ms. */
const shockMemory = 2 * hour;

function alarmState(sensor: SimulatedSensor, t: number, shocked: boolean): number {
  if (shocked) return code('tiltAlarmState', 'accelerationTrigger');
  const now = pace(sensor.movement, sensor.ground, t);
  if (now >= 0.2) return code('tiltAlarmState', 'fastCollectReport');
  const episode = sensor.movement.episode;
  const past = episode !== undefined && episode.peak >= 0.2 && t > episode.start + episode.length;
  return code('tiltAlarmState', past ? 'previouslyAlarmed' : 'normal');
}

const minus = (value: number, parameters: Parameters, name: string) => value - numeric(parameters, name, 0);

/** A tilt row. Angles are relative to the initial ones when the zero mode is relative. Noise 0.002 ° at worst. */
export const tilt: RowModel = (sensor, parameters, t) => {
  const group = sensor.kind.groups.includes('rt3000') ? 'rt3000' : 'mems';
  const setting = (field: string) => reported(parameters, `${group}/${field}`);
  const settings = {
    temperatureAdaptive: setting('temperatureAdaptive'),
    zeroMode: setting('zeroMode'),
    trendMode: setting('trendMode'),
    offsetX: setting('offsetX'),
    offsetY: setting('offsetY'),
    offsetZ: setting('offsetZ'),
    threshold: setting('threshold'),
    triggerSwitch: setting('triggerSwitch'),
    triggerThreshold: setting('triggerThreshold'),
    triggerTime: setting('triggerTime'),
    firmware: 'T3.2.7',
  };
  if (inFault(sensor, t)) {
    const broken = { ...settings, alarmState: null, runState: code('runState', 'fault') };
    return [{ row: 'tilt', element: 0, t, values: broken }];
  }
  const raw = angles(sensor, t);
  const relative = setting('zeroMode') === code('memsZeroMode', 'relative');
  const apply = (value: number, axis: 'X' | 'Y' | 'Z') => {
    const shifted = minus(value, parameters, `${group}/offset${axis}`);
    return round(relative ? minus(shifted, parameters, `${group}/initial${axis}`) : shifted, 4);
  };
  const second = Math.floor(t / 1000);
  const jitter = (name: string) => gauss(seedOf(sensor.seed, name), second);
  const ax = 1000 * Math.sin(raw.x * radians) + 0.6 * jitter('ax');
  const ay = 1000 * Math.sin(raw.y * radians) + 0.6 * jitter('ay');
  const az = 1000 * Math.sin(raw.z * radians) + 0.6 * jitter('az');
  // Greatest accelerations of late: those of a shock are beyond the trigger's threshold.
  const felt = shocks(sensor, parameters, t - shockMemory, t);
  const strength = Math.max(0, ...felt.map((at) => shockStrength(sensor, parameters, at)));
  const most = (still: number, name: string, share: number) =>
    round(Math.abs(still) + strength * share + 1.5 + Math.abs(jitter(name)) * 1.5, 1);
  const x = apply(raw.x, 'X');
  const y = apply(raw.y, 'Y');
  const direction = tiltDirection(x, y);
  const values = {
    x,
    y,
    z: apply(raw.z, 'Z'),
    tilt: round(totalTilt(x, y), 4),
    direction: round(direction, 1) % 360,
    azimuth: round(tiltAzimuth(direction, numeric(parameters, 'mount/azimuth', 0)), 1) % 360,
    ax: round(ax, 1),
    ay: round(ay, 1),
    az: round(az, 1),
    axMax: most(ax, 'mx', 1),
    ayMax: most(ay, 'my', 0.7),
    azMax: most(az, 'mz', 0.5),
    temperature: round(boxTemperature(sensor, t), 1),
    ...settings,
    alarmState: alarmState(sensor, t, felt.length > 0),
    runState: code('runState', 'normal'),
  };
  return [{ row: 'tilt', element: 0, t, values }];
};
