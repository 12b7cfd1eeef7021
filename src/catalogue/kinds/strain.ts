import type { KindDefinition } from '../model.ts';
import { signal } from '../signal.ts';

/** Strain gauge (vibrating wire). */
export const strain: KindDefinition = {
  code: 19,
  id: 'strain',
  rows: ['strain'],
  groups: ['basic'],
  actions: ['measureNow', 'readParameters', 'setZero', 'clearZero'],
  alarmStates: 'alarmState',
  primary: { row: 'strain', channel: 'strain' },
  signals: {
    strain: signal(-38, 0.4, 14, 0.02),
    frequency: signal(856, 0.3, 1.5),
    temperature: signal(16, 0.1, 5),
  },
};
