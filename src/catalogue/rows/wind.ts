import { curve, enumeration } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

/** One reading of an anemometer. The direction is the one that the wind comes from, degrees from north. */
export const wind: RowDefinition = {
  id: 'wind',
  channels: [
    curve('speed', 'm/s', 1),
    curve('gust', 'm/s', 1),
    { ...curve('direction', '°', 0), circular: true },
    enumeration('alarmState', 'alarmState'),
    enumeration('runState', 'runState'),
  ],
};
