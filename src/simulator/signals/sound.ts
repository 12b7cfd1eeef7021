import { between, gauss, round, seedOf, unit, wander } from '../random.ts';
import { code, inFault, reported } from '../sensor.ts';
import { hour } from './calendar.ts';
import type { RowModel } from './model.ts';

/** Background sound with bursts; they come more often while the place moves or is soaked. */
export const sound: RowModel = (sensor, parameters, t) => {
  if (inFault(sensor, t)) {
    const values = { alarmState: null, runState: code('runState', 'fault') };
    return [{ row: 'sound', element: 0, t, values }];
  }
  const infra = sensor.kind.without?.includes('sound/amplitude') ?? false;
  const seed = seedOf(sensor.seed, 'sound');
  const second = Math.floor(t / 1000);
  const soaked = Math.min(1, sensor.ground.wetness(t, 2) / 60);
  const burst = unit(seed, second) < 0.008 * sensor.liveliness * (1 + 4 * soaked);
  const strength = burst ? between(seed, second + 1, 0.3, 1) : 0;
  const hum = 0.5 + 0.5 * wander(seed, t, 3 * hour);
  const noise = gauss(seed, second + 2);
  const limit = reported(parameters, 'basic/alarmValue');
  const loud = infra
    ? round(Math.max(0.01, 0.06 + 0.07 * hum + 0.02 * noise + 1.6 * strength ** 2), 3)
    : round(34 + 6 * hum + 1.2 * noise + 38 * strength, 1);
  const values = {
    dominantFrequency: round(
      infra ? 3 + 5 * hum + 0.4 * noise + 4 * strength : 28 + 30 * hum + 3 * noise + 60 * strength,
      2,
    ),
    ...(infra ? { pressure: loud } : { amplitude: loud }),
    duration: round(burst ? between(seed, second + 3, 0.8, 14) : 0, 1),
    alarmState: code('alarmState', limit !== null && loud >= limit ? 'alarm' : 'normal'),
    runState: code('runState', 'normal'),
  };
  return [{ row: 'sound', element: 0, t, values }];
};
