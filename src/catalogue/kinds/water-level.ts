import type { KindDefinition } from '../model.ts';
import { signal } from '../signal.ts';

/** Water level gauge. */
export const waterLevel: KindDefinition = {
  code: 12,
  id: 'waterLevel',
  rows: ['level'],
  groups: ['basic'],
  actions: ['measureNow', 'readParameters', 'setZero', 'clearZero'],
  alarmStates: 'alarmState',
  primary: { row: 'level', channel: 'level' },
  signals: {
    level: signal(3.2, 0.002, 0.03),
    pressure: signal(31.4, 0.02, 0.3),
    temperature: signal(13, 0.05, 1),
  },
};
