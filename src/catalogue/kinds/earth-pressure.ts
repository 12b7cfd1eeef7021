import type { KindDefinition } from '../model.ts';
import { signal } from '../signal.ts';

/** Earth pressure cell. */
export const earthPressure: KindDefinition = {
  code: 22,
  id: 'earthPressure',
  rows: ['stress'],
  groups: ['basic'],
  actions: ['measureNow', 'readParameters', 'setZero', 'clearZero'],
  alarmStates: 'alarmState',
  primary: { row: 'stress', channel: 'stress' },
  signals: {
    stress: signal(86, 0.08, 0.7, 0.004),
    frequency: signal(1420, 0.3, 1),
    temperature: signal(15, 0.05, 1),
  },
};
