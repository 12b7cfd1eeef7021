import type { KindDefinition } from '../model.ts';
import { signal } from '../signal.ts';

/** Infrasound: pressure in Pa. */
export const infrasound: KindDefinition = {
  code: 14,
  id: 'infrasound',
  rows: ['sound'],
  without: ['sound/amplitude'],
  groups: ['basic'],
  actions: ['measureNow', 'readParameters'],
  alarmStates: 'alarmState',
  primary: { row: 'sound', channel: 'pressure' },
  signals: { dominantFrequency: signal(6.5, 0.8), pressure: signal(0.12, 0.03, 0.02) },
};
