import type { KindDefinition } from '../model.ts';
import { signal } from '../signal.ts';

/** Layered settlement gauge. */
export const settlement: KindDefinition = {
  code: 16,
  id: 'settlement',
  rows: ['settlement'],
  groups: ['basic'],
  actions: ['measureNow', 'readParameters', 'setZero', 'clearZero'],
  alarmStates: 'alarmState',
  primary: { row: 'settlement', channel: 'settlement', element: 1 },
  signals: { temperature: signal(14, 0.05, 0.5), settlement: signal(0, 0.05, 0.1, 0.02) },
};
