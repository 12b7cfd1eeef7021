import type { KindDefinition } from '../model.ts';
import { crackSignals } from '../signal.ts';

/** Pull-wire crack gauge read by an ADC (LFADC). */
export const crackAdc: KindDefinition = {
  code: 7,
  id: 'crackAdc',
  rows: ['crack'],
  groups: ['crack'],
  actions: ['measureNow', 'readParameters', 'setZero', 'clearZero'],
  alarmStates: 'alarmState',
  primary: { row: 'crack', channel: 'opening' },
  signals: crackSignals,
};
