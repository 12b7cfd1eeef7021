import type { KindDefinition } from '../model.ts';
import { signal } from '../signal.ts';

/** Piezometer: pore water pressure. */
export const porePressure: KindDefinition = {
  code: 24,
  id: 'porePressure',
  rows: ['pore'],
  groups: ['basic'],
  actions: ['measureNow', 'readParameters', 'setZero', 'clearZero'],
  alarmStates: 'alarmState',
  primary: { row: 'pore', channel: 'pressure' },
  signals: {
    pressure: signal(42, 0.03, 0.4),
    frequency: signal(2380, 0.4, 0.8),
    temperature: signal(13, 0.03, 0.4),
  },
};
