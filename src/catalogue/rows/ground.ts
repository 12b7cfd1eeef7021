import { curve, enumeration, number } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

/** One reading of a thermistor string: the temperature at each of its depths, which are negative below ground. */
export const ground: RowDefinition = {
  id: 'ground',
  channels: [enumeration('alarmState', 'alarmState'), enumeration('runState', 'runState')],
  elements: { id: 'node', channels: [number('depth', 'm', 2), curve('temperature', '°C', 2)] },
};
