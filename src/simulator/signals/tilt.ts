import { tiltAzimuth, tiltDirection, totalTilt } from '../../domain/tilt.ts';
import { gauss, round, seedOf, unit, wander } from '../random.ts';
import { code, inFault, numeric, type Parameters, reported, type SimulatedSensor } from '../sensor.ts';
import { hour } from './calendar.ts';
import type { RowModel } from './model.ts';
import { moved, pace } from './movement.ts';

const radians = Math.PI / 180;

/** Temperature at a sensor: the air, late and damped by its box. */
export const boxTemperature = (sensor: SimulatedSensor, t: number): number =>
  sensor.weather.temperature(t - 0.7 * hour) +
  0.8 +
  0.1 * gauss(seedOf(sensor.seed, 'box'), Math.floor(t / 1000));

/** Absolute angles before offset and zero: resting angle, movement along the bearing, temperature, noise. */
export function angles(sensor: SimulatedSensor, t: number): { x: number; y: number; z: number } {
  const seed = sensor.seed;
  const restX = (unit(seed, 101) - 0.5) * 4;
  const restY = (unit(seed, 102) - 0.5) * 3;
  const away = moved(sensor.movement, sensor.ground, t);
  const warm = sensor.weather.temperature(t - 1.5 * hour) - sensor.weather.climate.meanTemperature;
  const gainX = (unit(seed, 103) - 0.5) * 0.0022;
  const gainY = (unit(seed, 104) - 0.5) * 0.0018;
  const second = Math.floor(t / 1000);
  const x =
    restX +
    away * Math.cos(sensor.bearing * radians) +
    gainX * warm +
    0.0012 * wander(seedOf(seed, 'wx'), t, 9 * hour) +
    0.0008 * gauss(seedOf(seed, 'x'), second);
  const y =
    restY +
    away * Math.sin(sensor.bearing * radians) +
    gainY * warm +
    0.0012 * wander(seedOf(seed, 'wy'), t, 11 * hour) +
    0.0008 * gauss(seedOf(seed, 'y'), second);
  return { x, y, z: 90 - totalTilt(x, y) + 0.0006 * gauss(seedOf(seed, 'z'), second) };
}

function alarmState(sensor: SimulatedSensor, t: number): number {
  const now = pace(sensor.movement, sensor.ground, t);
  if (now >= 0.6) return code('tiltAlarmState', 'accelerationTrigger');
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
    axMax: round(Math.abs(ax) + 1.5 + Math.abs(jitter('mx')) * 1.5, 1),
    ayMax: round(Math.abs(ay) + 1.5 + Math.abs(jitter('my')) * 1.5, 1),
    azMax: round(Math.abs(az) + 1.5 + Math.abs(jitter('mz')) * 1.5, 1),
    temperature: round(boxTemperature(sensor, t), 1),
    ...settings,
    alarmState: alarmState(sensor, t),
    runState: code('runState', 'normal'),
  };
  return [{ row: 'tilt', element: 0, t, values }];
};
