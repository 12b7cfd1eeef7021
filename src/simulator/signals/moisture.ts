import { gauss, round, seedOf, unit } from '../random.ts';
import { code, inFault, numeric, reported } from '../sensor.ts';
import { day } from './calendar.ts';
import type { RowModel } from './model.ts';

/** Frequencies of a probe in dry soil and in water, Hz. The probe's own calibration. */
export const dryFrequency = 58_000;
export const waterFrequency = 31_000;

/** Water content wets within hours of rain and drains over days, slower and less the deeper the probe. */
export const moisture: RowModel = (sensor, parameters, t) => {
  const depth = numeric(parameters, 'moisture/depth', 30) * 10;
  const settings = {
    soilFrequency: reported(parameters, 'moisture/soilFrequency') ?? dryFrequency,
    waterFrequency: reported(parameters, 'moisture/waterFrequency') ?? waterFrequency,
    depth,
  };
  if (inFault(sensor, t)) {
    const broken = { ...settings, alarmState: null, runState: code('runState', 'fault') };
    return [{ row: 'moisture', element: 0, t, values: broken }];
  }
  const deep = depth / 1000;
  const wet = sensor.ground.wetness(t - deep * 0.2 * day, 2.5 + 5 * deep);
  const second = Math.floor(t / 1000);
  const dry = 14 + 10 * unit(sensor.seed, 301);
  const room = 46 - dry;
  const content = dry + room * (1 - Math.exp((-wet * (1 - 0.4 * deep)) / 45));
  const value = Math.min(60, Math.max(0, content + 0.12 * gauss(seedOf(sensor.seed, 'm'), second)));
  const low = reported(parameters, 'moisture/lowAlarm');
  const high = reported(parameters, 'moisture/highAlarm');
  const state = high !== null && value > high ? 'high' : low !== null && value < low ? 'low' : 'normal';
  const span = settings.soilFrequency - settings.waterFrequency;
  const mean = sensor.weather.climate.meanTemperature;
  const damped = Math.exp(-2.5 * deep);
  const temperature = mean + (sensor.weather.temperature(t - (0.1 + deep / 2) * day) - mean) * damped;
  const values = {
    moisture: round(value, 1),
    ...settings,
    frequency: Math.round(settings.soilFrequency - (span * value) / 100),
    temperature: round(temperature, 1),
    alarmState: code('moistureAlarmState', state),
    runState: code('runState', 'normal'),
  };
  return [{ row: 'moisture', element: 0, t, values }];
};
