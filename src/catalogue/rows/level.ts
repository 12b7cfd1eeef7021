import { curve, enumeration, relative } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

/** One reading of a water level gauge. */
export const level: RowDefinition = {
  id: 'level',
  channels: [
    relative(curve('level', 'm', 3)),
    curve('pressure', 'kPa', 2),
    curve('temperature', '°C', 1),
    enumeration('alarmState', 'alarmState'),
    enumeration('runState', 'runState'),
  ],
};
