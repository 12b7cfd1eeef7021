import type { KindDefinition } from '../model.ts';
import { signal } from '../signal.ts';

/** Axial force meter of a strut. */
export const axialForce: KindDefinition = {
  code: 21,
  id: 'axialForce',
  rows: ['force'],
  groups: ['basic'],
  actions: ['measureNow', 'readParameters', 'setZero', 'clearZero'],
  alarmStates: 'alarmState',
  primary: { row: 'force', channel: 'force' },
  signals: {
    force: signal(884, 0.6, 24, 0.03),
    frequency: signal(1612, 0.3, 4),
    temperature: signal(17, 0.1, 6),
  },
};
