import { between, gauss, round, seedOf, wander } from '../random.ts';
import { code, inFault, numeric, reported, type SimulatedSensor } from '../sensor.ts';
import { day, hour } from './calendar.ts';
import type { RowModel } from './model.ts';
import { datumName } from './movement.ts';

/** Pressure of a metre of fresh water, kPa. */
const metre = 9.80665;

/** Height of the water above the gauge, m: rises for days after rain, breathes a little by day. */
function depth(sensor: SimulatedSensor, t: number): number {
  const base = between(sensor.seed, 601, 1.2, 8);
  const wet = sensor.ground.wetness(t - 3 * hour, 4);
  return (
    base +
    0.009 * between(sensor.seed, 602, 0.5, 1.5) * wet +
    0.05 * wander(seedOf(sensor.seed, 'l'), t, 5 * day) +
    0.012 * Math.cos((2 * Math.PI * t) / day) +
    0.002 * gauss(seedOf(sensor.seed, 'n'), Math.floor(t / 1000))
  );
}

/** Water level since the device's zero, where it has one. Pressure is that of the whole column. */
export const level: RowModel = (sensor, parameters, t) => {
  if (inFault(sensor, t)) {
    const values = { alarmState: null, runState: code('runState', 'fault') };
    return [{ row: 'level', element: 0, t, values }];
  }
  const height = depth(sensor, t);
  const zero = numeric(parameters, datumName, 0);
  const value = round(height - (zero > 0 ? depth(sensor, zero) : 0), 3);
  const mean = sensor.weather.climate.meanTemperature;
  const limit = reported(parameters, 'basic/alarmValue');
  const values = {
    level: value,
    pressure: round(height * metre, 2),
    temperature: round(mean + 0.4 * (sensor.weather.temperature(t - day) - mean), 1),
    alarmState: code('alarmState', limit !== null && value >= limit ? 'alarm' : 'normal'),
    runState: code('runState', 'normal'),
  };
  return [{ row: 'level', element: 0, t, values }];
};
