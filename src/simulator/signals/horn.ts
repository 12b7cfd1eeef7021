import { integer } from '../random.ts';
import { code, inFault, reported } from '../sensor.ts';
import { atLocal, localDay } from './calendar.ts';
import type { RowModel } from './model.ts';

/** A horn reports its settings; it is tested on one day of each four weeks at 10:00 local time. */
export const horn: RowModel = (sensor, parameters, t) => {
  const offset = integer(sensor.seed, 701, 0, 27);
  const today = localDay(t, sensor.zone);
  const tested = today - ((((today - offset) % 28) + 28) % 28);
  const last = atLocal(tested, 10, sensor.zone);
  const setting = (field: string) => reported(parameters, `horn/${field}`);
  const values = {
    moduleType: setting('moduleType'),
    bandwidth: setting('bandwidth'),
    codingRate: setting('codingRate'),
    protocol: setting('protocol'),
    link: setting('link'),
    sounding: 0,
    lastPlayedAt: last <= t ? last : atLocal(tested - 28, 10, sensor.zone),
    runState: code('runState', inFault(sensor, t) ? 'fault' : 'normal'),
  };
  return [{ row: 'horn', element: 0, t, values }];
};
