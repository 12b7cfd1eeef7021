import { compassBearing, vectorLength } from '../../domain/readings/vector.ts';
import { gauss, integer, round, seedOf, unit, wander } from '../random.ts';
import { code, inFault, numeric, type SimulatedSensor } from '../sensor.ts';
import { basicAlarm } from './basic-alarm.ts';
import { day, hour } from './calendar.ts';
import type { RowModel } from './model.ts';
import { datumName, moved } from './movement.ts';

/** East, north and up of the antenna, mm: the movement of its slope downhill, the error of the orbits, noise. */
function position(sensor: SimulatedSensor, t: number): readonly [number, number, number] {
  const seed = seedOf(sensor.seed, 'gnss');
  const second = Math.floor(t / 1000);
  const way = moved(sensor.movement, sensor.ground, t);
  const downhill = (sensor.bearing * Math.PI) / 180;
  const error = (axis: number, size: number) =>
    size * (0.6 * wander(seed + axis, t, 11.97 * hour) + 0.5 * gauss(seed + axis, second));
  return [
    way * Math.sin(downhill) + error(1, 0.8),
    way * Math.cos(downhill) + error(2, 0.8),
    -0.35 * way + error(3, 1.9) + 0.6 * wander(seed, t, 20 * day),
  ];
}

/** Displacement since the device's zero, where it has one. A position that is not fixed brings none. */
export const gnss: RowModel = (sensor, parameters, t) => {
  if (inFault(sensor, t)) {
    const values = {
      fixQuality: code('fixQuality', 'none'),
      alarmState: null,
      runState: code('runState', 'fault'),
    };
    return [{ row: 'gnss', element: 0, t, values }];
  }
  const zero = numeric(parameters, datumName, 0);
  const from = zero > 0 ? position(sensor, zero) : [0, 0, 0];
  const [east = 0, north = 0, up = 0] = position(sensor, t).map((value, axis) =>
    round(value - (from[axis] ?? 0), 1),
  );
  const second = Math.floor(t / 1000);
  const measured = {
    east,
    north,
    up,
    horizontal: round(vectorLength([east, north]), 1),
    displacement: round(vectorLength([east, north, up]), 1),
    bearing: east === 0 && north === 0 ? null : round(compassBearing(east, north), 1) % 360,
  };
  const values = {
    ...measured,
    satellites: integer(sensor.seed, second, 17, 31),
    fixQuality: code('fixQuality', unit(sensor.seed, second + 1) < 0.01 ? 'float' : 'fixed'),
    alarmState: basicAlarm(sensor, parameters, measured),
    runState: code('runState', 'normal'),
  };
  return [{ row: 'gnss', element: 0, t, values }];
};
