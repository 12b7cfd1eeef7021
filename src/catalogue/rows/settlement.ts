import { curve, enumeration, number, relative } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

/** One reading of a layered settlement gauge: layers from the top down. */
export const settlement: RowDefinition = {
  id: 'settlement',
  channels: [
    curve('temperature', '°C', 1),
    enumeration('alarmState', 'alarmState'),
    enumeration('runState', 'runState'),
  ],
  elements: {
    id: 'layer',
    channels: [number('depth', 'm', 2), relative(curve('settlement', 'mm', 2))],
  },
};
