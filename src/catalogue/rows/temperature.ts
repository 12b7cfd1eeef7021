import { curve, enumeration } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

/** One reading of a thermometer: of the air, of the ground, of a structure. */
export const temperature: RowDefinition = {
  id: 'temperature',
  channels: [
    curve('temperature', '°C', 2),
    enumeration('alarmState', 'alarmState'),
    enumeration('runState', 'runState'),
  ],
};
