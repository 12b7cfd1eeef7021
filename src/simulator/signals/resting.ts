import { totalTilt } from '../../domain/readings/tilt.ts';
import { gauss, seedOf, unit, wander } from '../random.ts';
import type { SimulatedSensor } from '../sensor.ts';
import { hour } from './calendar.ts';
import { moved } from './movement.ts';

const radians = Math.PI / 180;

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
