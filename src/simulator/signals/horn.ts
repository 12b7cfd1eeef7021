import { integer } from '../random.ts';
import { code, inFault, numeric, reported } from '../sensor.ts';
import { atLocal, localDay } from './calendar.ts';
import type { RowModel } from './model.ts';

/** Memory of a horn, not parameters: until when it sounds, and when it last began to. */
export const soundingUntil = '@soundingUntil';
export const playedAt = '@playedAt';

/** A horn reports its settings; it is tested on one day of each four weeks at 10:00 local time. */
export const horn: RowModel = (sensor, parameters, t) => {
  const offset = integer(sensor.seed, 701, 0, 27);
  const today = localDay(t, sensor.zone);
  const tested = today - ((((today - offset) % 28) + 28) % 28);
  const last = atLocal(tested, 10, sensor.zone);
  const setting = (field: string) => reported(parameters, `horn/${field}`);
  const played = numeric(parameters, playedAt, 0);
  const values = {
    moduleType: setting('moduleType'),
    bandwidth: setting('bandwidth'),
    codingRate: setting('codingRate'),
    protocol: setting('protocol'),
    link: setting('link'),
    sounding: t < numeric(parameters, soundingUntil, 0) ? 1 : 0,
    lastPlayedAt: Math.max(played, last <= t ? last : atLocal(tested - 28, 10, sensor.zone)),
    runState: code('runState', inFault(sensor, t) ? 'fault' : 'normal'),
  };
  return [{ row: 'horn', element: 0, t, values }];
};
