import type { KindDefinition } from '../model.ts';
import { signal } from '../signal.ts';

/** GNSS displacement station. */
export const gnss: KindDefinition = {
  code: 18,
  id: 'gnss',
  rows: ['gnss'],
  groups: ['basic'],
  actions: ['measureNow', 'readParameters', 'setZero', 'clearZero'],
  alarmStates: 'alarmState',
  primary: { row: 'gnss', channel: 'horizontal' },
  signals: {
    east: signal(6.4, 1.1, 0.6, 0.01),
    north: signal(-3.8, 1.1, 0.6, 0.006),
    up: signal(-2.1, 2.2, 1.2, -0.004),
  },
};
