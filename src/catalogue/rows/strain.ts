import { curve, enumeration, relative } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

/** One reading of a strain gauge; tension is positive. `frequency` is that of a vibrating wire. */
export const strain: RowDefinition = {
  id: 'strain',
  channels: [
    relative(curve('strain', 'με', 1)),
    curve('frequency', 'Hz', 1),
    curve('temperature', '°C', 1),
    enumeration('alarmState', 'alarmState'),
    enumeration('runState', 'runState'),
  ],
};
