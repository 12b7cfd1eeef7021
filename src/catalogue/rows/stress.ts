import { curve, enumeration, relative } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

/** One reading of an earth pressure cell. */
export const stress: RowDefinition = {
  id: 'stress',
  channels: [
    relative(curve('stress', 'kPa', 2)),
    curve('frequency', 'Hz', 1),
    curve('temperature', '°C', 1),
    enumeration('alarmState', 'alarmState'),
    enumeration('runState', 'runState'),
  ],
};
