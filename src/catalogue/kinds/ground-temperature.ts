import type { KindDefinition } from '../model.ts';
import { signal } from '../signal.ts';

/** Thermistor string: ground temperature at several depths. */
export const groundTemperature: KindDefinition = {
  code: 26,
  id: 'groundTemperature',
  rows: ['ground'],
  groups: ['basic'],
  actions: ['measureNow', 'readParameters'],
  alarmStates: 'alarmState',
  primary: { row: 'ground', channel: 'temperature', element: 1 },
  signals: { temperature: signal(13, 0.02, 0.5) },
};
