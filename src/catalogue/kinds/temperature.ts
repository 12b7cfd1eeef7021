import type { KindDefinition } from '../model.ts';
import { signal } from '../signal.ts';

/** Thermometer: of the air, of the ground, of a structure. */
export const temperature: KindDefinition = {
  code: 25,
  id: 'temperature',
  rows: ['temperature'],
  groups: ['basic'],
  actions: ['measureNow', 'readParameters'],
  alarmStates: 'alarmState',
  primary: { row: 'temperature', channel: 'temperature' },
  signals: { temperature: signal(15, 0.1, 5) },
};
