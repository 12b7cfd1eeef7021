import type { KindDefinition } from '../model.ts';
import { signal } from '../signal.ts';

/** Stress meter of a reinforcing bar. */
export const steelStress: KindDefinition = {
  code: 23,
  id: 'steelStress',
  rows: ['steel'],
  groups: ['basic'],
  actions: ['measureNow', 'readParameters', 'setZero', 'clearZero'],
  alarmStates: 'alarmState',
  primary: { row: 'steel', channel: 'stress' },
  signals: {
    stress: signal(-24, 0.06, 2.2, 0.002),
    frequency: signal(1260, 0.3, 2),
    temperature: signal(16, 0.1, 4),
  },
};
