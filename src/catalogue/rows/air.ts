import { curve, enumeration } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

/** One reading of a weather sensor: temperature, relative humidity and pressure of the air. */
export const air: RowDefinition = {
  id: 'air',
  channels: [
    curve('temperature', '°C', 1),
    curve('humidity', '%', 1),
    curve('pressure', 'hPa', 1),
    enumeration('alarmState', 'alarmState'),
    enumeration('runState', 'runState'),
  ],
};
