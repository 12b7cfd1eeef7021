import { crackOpening } from '../../domain/readings/crack.ts';
import { gauss, round, seedOf, unit } from '../random.ts';
import { code, inFault, numeric, reported, type SimulatedSensor } from '../sensor.ts';
import { hour } from './calendar.ts';
import type { RowModel } from './model.ts';
import { moved, pace } from './movement.ts';
import { boxTemperature } from './tilt.ts';

/** Length of the pull wire when it was installed, mm: the default of the parameter `crack/installedLength`. */
export const builtLength = (sensor: SimulatedSensor): number => round(80 + 120 * unit(sensor.seed, 201), 2);

/** Length of the wire now, mm. An RT3000's crack moves with its slope: 1° of tilt counts as 25 mm. */
export function wireLength(sensor: SimulatedSensor, t: number): number {
  const scale = sensor.kind.rows.includes('tilt') ? 25 : 1;
  const warm = sensor.weather.temperature(t - 2 * hour) - sensor.weather.climate.meanTemperature;
  const thermal = -0.012 * (0.5 + unit(sensor.seed, 202)) * warm;
  return (
    builtLength(sensor) +
    0.3 +
    scale * moved(sensor.movement, sensor.ground, t) +
    thermal +
    0.015 * gauss(seedOf(sensor.seed, 'wire'), Math.floor(t / 1000))
  );
}

/** A crack row: opening = length − installed length. The alarm is the one-hour rate limit or the value itself. */
export const crack: RowModel = (sensor, parameters, t) => {
  const installedLength = round(numeric(parameters, 'crack/installedLength', builtLength(sensor)), 2);
  const settings = {
    installedLength,
    range: reported(parameters, 'crack/range'),
    zeroMode: reported(parameters, 'crack/zeroMode'),
    alarmValue: reported(parameters, 'crack/alarmValue'),
    collectionCycle: reported(parameters, 'crack/collectionCycle'),
    cycleEnabled: reported(parameters, 'crack/cycleEnabled'),
    firmware: 'LF2.1.4',
  };
  if (inFault(sensor, t)) {
    const broken = { ...settings, alarmState: null, runState: code('runState', 'fault') };
    return [{ row: 'crack', element: 0, t, values: broken }];
  }
  const length = round(wireLength(sensor, t), 2);
  const opening = round(crackOpening(length, installedLength) ?? 0, 2);
  const scale = sensor.kind.rows.includes('tilt') ? 25 : 1;
  const hourly = (scale * pace(sensor.movement, sensor.ground, t)) / 24;
  const alarm =
    hourly >= numeric(parameters, 'crack/rateAlarm1h', 2) ||
    Math.abs(opening) >= numeric(parameters, 'crack/alarmValue', 10);
  const values = {
    opening,
    length,
    temperature: round(boxTemperature(sensor, t), 1),
    ...settings,
    alarmState: code('alarmState', alarm ? 'alarm' : 'normal'),
    runState: code('runState', 'normal'),
  };
  return [{ row: 'crack', element: 0, t, values }];
};
