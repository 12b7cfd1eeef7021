import type { KindDefinition } from '../model.ts';
import { crackSignals } from '../signal.ts';

/** Pull-wire crack gauge on RS-485. */
export const crackRs485: KindDefinition = {
  code: 8,
  id: 'crackRs485',
  rows: ['crack'],
  groups: ['crack'],
  actions: ['measureNow', 'readParameters', 'setZero', 'clearZero'],
  alarmStates: 'alarmState',
  primary: { row: 'crack', channel: 'opening' },
  signals: crackSignals,
};
