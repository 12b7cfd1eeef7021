import { curve, enumeration, relative } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

/** One reading of a stress meter in steel; tension is positive. */
export const steel: RowDefinition = {
  id: 'steel',
  channels: [
    relative(curve('stress', 'MPa', 2)),
    curve('frequency', 'Hz', 1),
    curve('temperature', '°C', 1),
    enumeration('alarmState', 'alarmState'),
    enumeration('runState', 'runState'),
  ],
};
