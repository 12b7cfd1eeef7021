import { curve, derivedCurve, enumeration, number } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

/**
 * Rain that fell in the `interval` seconds that end at the row's time (300 from devices). `daily` runs from the
 * project's day boundary. Rows of data type "test" never count in sums.
 */
export const rain: RowDefinition = {
  id: 'rain',
  channels: [
    { ...curve('amount', 'mm', 2), sum: { interval: 'interval' } },
    number('interval', 's'),
    derivedCurve('daily', 'mm', 1),
    number('resolution', 'mm', 1),
    number('alarmValue', 'mm', 1),
    enumeration('alarmState', 'alarmState'),
    enumeration('runState', 'runState'),
    enumeration('dataType', 'rainDataType'),
  ],
};
