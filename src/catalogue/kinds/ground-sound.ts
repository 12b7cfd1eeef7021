import type { KindDefinition } from '../model.ts';
import { signal } from '../signal.ts';

/** Ground (earth) sound: amplitude in dB. */
export const groundSound: KindDefinition = {
  code: 13,
  id: 'groundSound',
  rows: ['sound'],
  without: ['sound/pressure'],
  groups: ['basic'],
  actions: ['measureNow', 'readParameters'],
  alarmStates: 'alarmState',
  primary: { row: 'sound', channel: 'amplitude' },
  signals: { dominantFrequency: signal(42, 6), amplitude: signal(38, 2.5, 2) },
};
