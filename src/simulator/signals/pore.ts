import { headOf, waterMetre } from '../../domain/readings/head.ts';
import { between, gauss, round, seedOf, wander } from '../random.ts';
import { code, inFault, numeric, type SimulatedSensor } from '../sensor.ts';
import { basicAlarm } from './basic-alarm.ts';
import { day, hour } from './calendar.ts';
import type { RowModel } from './model.ts';
import { datumName } from './movement.ts';

/** Pressure at the filter tip, kPa: follows the rain of the last days by some hours, and falls slowly. */
function pressureAt(sensor: SimulatedSensor, t: number): number {
  const base = waterMetre * between(sensor.seed, 611, 1.5, 7);
  const wet = sensor.ground.wetness(t - 5 * hour, 6);
  return (
    base +
    0.11 * between(sensor.seed, 612, 0.4, 1.4) * wet +
    0.5 * wander(seedOf(sensor.seed, 'pore'), t, 9 * day) +
    0.02 * gauss(seedOf(sensor.seed, 'noise'), Math.floor(t / 1000))
  );
}

/** Pore pressure since the device's zero, where it has one; the wire's frequency is that of the whole pressure. */
export const pore: RowModel = (sensor, parameters, t) => {
  if (inFault(sensor, t)) {
    const values = { alarmState: null, runState: code('runState', 'fault') };
    return [{ row: 'pore', element: 0, t, values }];
  }
  const whole = pressureAt(sensor, t);
  const zero = numeric(parameters, datumName, 0);
  const pressure = round(whole - (zero > 0 ? pressureAt(sensor, zero) : 0), 2);
  const mean = sensor.weather.climate.meanTemperature;
  const values = {
    pressure,
    head: round(headOf(pressure), 3),
    frequency: round(Math.sqrt(8.1e6 - 16_000 * whole), 1),
    temperature: round(mean + 0.6 * wander(seedOf(sensor.seed, 'soil'), t, 30 * day), 1),
    alarmState: basicAlarm(sensor, parameters, { pressure }),
    runState: code('runState', 'normal'),
  };
  return [{ row: 'pore', element: 0, t, values }];
};
