import { curve, enumeration, relative } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

/** One reading of a load cell: the load of an anchor, the axial force of a strut. */
export const force: RowDefinition = {
  id: 'force',
  channels: [
    relative(curve('force', 'kN', 1)),
    curve('frequency', 'Hz', 1),
    curve('temperature', '°C', 1),
    enumeration('alarmState', 'alarmState'),
    enumeration('runState', 'runState'),
  ],
};
