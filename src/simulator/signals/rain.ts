import { between, round, unit } from '../random.ts';
import type { Sample } from '../sample.ts';
import { code, inFault, numeric, type Parameters, reported, type SimulatedSensor } from '../sensor.ts';
import { dayStart, minute } from './calendar.ts';
import type { EventModel, RowModel } from './model.ts';

/** Rows of a rain gauge stand at the ends of five-minute intervals. */
export const interval = 5 * minute;

/** Tips of the bucket since the weather's origin; parts add up because they are differences of it. */
function tips(sensor: SimulatedSensor, resolution: number, t: number): number {
  const gain = between(sensor.seed, 401, 0.85, 1.15);
  return Math.floor((sensor.weather.since(t) * gain) / resolution + unit(sensor.seed, 402));
}

function row(sensor: SimulatedSensor, parameters: Parameters, t: number): Sample {
  const resolution = numeric(parameters, 'rain/resolution', 0.5);
  const settings = {
    interval: interval / 1000,
    resolution,
    alarmValue: reported(parameters, 'rain/alarm5min'),
  };
  const dataType = reported(parameters, 'rain/dataType') ?? code('rainDataType', 'timed');
  if (inFault(sensor, t)) {
    const broken = { ...settings, dataType, alarmState: null, runState: code('runState', 'fault') };
    return { row: 'rain', element: 0, t, values: broken };
  }
  const now = tips(sensor, resolution, t);
  const amount = round((now - tips(sensor, resolution, t - interval)) * resolution, 2);
  // At the boundary itself it is the rain of the day that ends there.
  const since = dayStart(t - 1, sensor.zone, sensor.dayBoundary);
  const values = {
    amount,
    daily: round((now - tips(sensor, resolution, since)) * resolution, 1),
    ...settings,
    alarmState: code('alarmState', amount >= numeric(parameters, 'rain/alarm5min', 5) ? 'alarm' : 'normal'),
    runState: code('runState', 'normal'),
    dataType,
  };
  return { row: 'rain', element: 0, t, values };
}

/** The row of the five minutes that ended last, wet or dry. */
export const rain: RowModel = (sensor, parameters, t) => [
  row(sensor, parameters, Math.floor(t / interval) * interval),
];

/** Every five minutes with a tip in (from, to]. */
export const tipped: EventModel = (sensor, parameters, from, to) => {
  const weather = sensor.weather;
  const found: Sample[] = [];
  let next = Math.floor(from / interval) * interval + interval;
  const events = [...weather.events(weather.slotOf(from) - 3, weather.slotOf(to))].sort(
    (a, b) => a.start - b.start,
  );
  for (const event of events) {
    const begin = Math.floor(event.start / interval) * interval;
    next = Math.max(next, begin);
    for (; next <= to && next < event.start + event.length + interval; next += interval) {
      if (next <= from) continue;
      const sample = row(sensor, parameters, next);
      if (typeof sample.values['amount'] === 'number' && sample.values['amount'] > 0) found.push(sample);
    }
  }
  return found;
};
