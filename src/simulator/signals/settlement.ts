import { gauss, round, seedOf, wander } from '../random.ts';
import { code, inFault, reported } from '../sensor.ts';
import { day } from './calendar.ts';
import type { RowModel } from './model.ts';
import { sinceDatum } from './movement.ts';

/** Layers settle the less the deeper they lie; the top layer carries the whole movement. */
export const settlement: RowModel = (sensor, parameters, t) => {
  if (inFault(sensor, t)) {
    const values = { temperature: null, alarmState: null, runState: code('runState', 'fault') };
    return [{ row: 'settlement', element: 0, t, values }];
  }
  const away = sinceDatum(sensor, parameters, t);
  const limit = reported(parameters, 'basic/alarmValue');
  const temperature =
    sensor.weather.climate.meanTemperature + 0.8 * wander(seedOf(sensor.seed, 'soil'), t, 12 * day);
  const own = {
    temperature: round(temperature, 1),
    alarmState: code('alarmState', limit !== null && away >= limit ? 'alarm' : 'normal'),
    runState: code('runState', 'normal'),
  };
  const layers = Array.from({ length: sensor.elements }, (_, layer) => {
    const noise = 0.04 * gauss(seedOf(sensor.seed, 'layer') + layer, Math.floor(t / 1000));
    const values = {
      depth: -2 * (layer + 1),
      settlement: round(away * (1 - layer / sensor.elements) ** 1.4 + noise, 2),
    };
    return { row: 'settlement' as const, element: layer + 1, t, values };
  });
  return [{ row: 'settlement', element: 0, t, values: own }, ...layers];
};
