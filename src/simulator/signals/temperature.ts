import type { RowId } from '../../catalogue/model.ts';
import { between, gauss, round, seedOf, wander } from '../random.ts';
import type { SampleValues } from '../sample.ts';
import { code, inFault, type Parameters, type SimulatedSensor } from '../sensor.ts';
import { basicAlarm } from './basic-alarm.ts';
import { day, hour, yearPart } from './calendar.ts';
import type { RowModel } from './model.ts';

const noisy = (sensor: SimulatedSensor, name: string, t: number) =>
  gauss(seedOf(sensor.seed, name), Math.floor(t / 1000));

/** A row of measured values, or of a broken sensor. */
const row = (
  id: RowId,
  sensor: SimulatedSensor,
  parameters: Parameters,
  t: number,
  measured: SampleValues,
) => ({
  row: id,
  element: 0,
  t,
  values: inFault(sensor, t)
    ? { alarmState: null, runState: code('runState', 'fault') }
    : {
        ...measured,
        alarmState: basicAlarm(sensor, parameters, measured),
        runState: code('runState', 'normal'),
      },
});

/** A thermometer in the shade. */
export const temperature: RowModel = (sensor, parameters, t) => [
  row('temperature', sensor, parameters, t, {
    temperature: round(sensor.weather.temperature(t) + 0.05 * noisy(sensor, 't', t), 2),
  }),
];

/** Temperature, humidity (less of it while it is warm) and pressure of the air (of the station's height). */
export const air: RowModel = (sensor, parameters, t) => {
  const warm = sensor.weather.temperature(t);
  const { meanTemperature } = sensor.weather.climate;
  const humidity = 68 + 26 * sensor.weather.cloud(t) - 1.8 * (warm - meanTemperature) + noisy(sensor, 'h', t);
  const standard = between(sensor.seed, 621, 830, 1005);
  return [
    row('air', sensor, parameters, t, {
      temperature: round(warm + 0.08 * noisy(sensor, 't', t), 1),
      humidity: round(Math.min(100, Math.max(12, humidity)), 1),
      pressure: round(
        standard + 6 * wander(seedOf(sensor.seed, 'p'), t, 4 * day) + 0.1 * noisy(sensor, 'p', t),
        1,
      ),
    }),
  ];
};

/** Depth, m, at which the year's swing of the ground's temperature is 1/e of the surface's. Assumed. */
const damping = 2.2;

/** A string of thermistors, one each metre and a half: the deeper, the smaller and the later the year's swing. */
export const ground: RowModel = (sensor, parameters, t) => {
  const { meanTemperature, seasonSwing } = sensor.weather.climate;
  const nodes = Array.from({ length: sensor.elements }, (_, node) => {
    const depth = 0.5 + 1.5 * node;
    const phase = 2 * Math.PI * (yearPart(t) - 0.55) - depth / damping;
    const warm = meanTemperature + seasonSwing * Math.exp(-depth / damping) * Math.cos(phase);
    const daily = node === 0 ? 0.25 * Math.cos((2 * Math.PI * (t - 20 * hour)) / day) : 0;
    return {
      depth: -depth,
      temperature: round(warm + daily + 0.01 * noisy(sensor, `n${node}`, t), 2),
    };
  });
  const [top] = nodes;
  const own = row('ground', sensor, parameters, t, top ? { temperature: top.temperature } : {});
  const { alarmState, runState } = own.values;
  const states = { ...own, values: { alarmState: alarmState ?? null, runState: runState ?? null } };
  if (inFault(sensor, t)) return [states];
  return [states, ...nodes.map((values, node) => ({ row: 'ground' as const, element: node + 1, t, values }))];
};
