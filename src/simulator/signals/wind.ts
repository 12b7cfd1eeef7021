import { bearing } from '../../domain/readings/angles.ts';
import { between, gauss, round, seedOf, unit, wander } from '../random.ts';
import { code, inFault } from '../sensor.ts';
import { basicAlarm } from './basic-alarm.ts';
import { day, hour, localHour } from './calendar.ts';
import type { RowModel } from './model.ts';

/** Wind of a valley: up it by day, down it by night, stronger under clouds, with gusts. */
export const wind: RowModel = (sensor, parameters, t) => {
  if (inFault(sensor, t)) {
    const values = { alarmState: null, runState: code('runState', 'fault') };
    return [{ row: 'wind', element: 0, t, values }];
  }
  const seed = seedOf(sensor.seed, 'wind');
  const second = Math.floor(t / 1000);
  const sun = Math.cos((2 * Math.PI * (localHour(t, sensor.zone) - 15)) / 24);
  const strength =
    2.2 +
    1.3 * sun +
    2.5 * sensor.weather.cloud(t) +
    1.6 * wander(seed, t, 2 * day) +
    0.4 * gauss(seed, second);
  const speed = round(Math.max(0, strength), 1);
  const valley = between(sensor.seed, 631, 0, 360) + (sun > 0 ? 0 : 180);
  const values = {
    speed,
    gust: round(speed * (1.25 + 0.5 * unit(seed, second + 1)), 1),
    direction:
      Math.round(bearing(valley + 40 * wander(seed + 1, t, 3 * hour) + 8 * gauss(seed, second + 2))) % 360,
    alarmState: basicAlarm(sensor, parameters, { speed }),
    runState: code('runState', 'normal'),
  };
  return [{ row: 'wind', element: 0, t, values }];
};
