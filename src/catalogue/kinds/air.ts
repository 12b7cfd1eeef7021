import type { KindDefinition } from '../model.ts';
import { signal } from '../signal.ts';

/** Weather sensor: temperature, humidity and pressure of the air. */
export const air: KindDefinition = {
  code: 28,
  id: 'air',
  rows: ['air'],
  groups: ['basic'],
  actions: ['measureNow', 'readParameters'],
  alarmStates: 'alarmState',
  primary: { row: 'air', channel: 'temperature' },
  signals: {
    temperature: signal(15, 0.1, 5),
    humidity: signal(72, 0.8, 14),
    pressure: signal(892, 0.1, 1.2),
  },
};
