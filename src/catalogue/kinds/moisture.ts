import type { KindDefinition } from '../model.ts';
import { signal } from '../signal.ts';

/** Soil moisture probe. */
export const moisture: KindDefinition = {
  code: 6,
  id: 'moisture',
  rows: ['moisture'],
  groups: ['moisture'],
  actions: ['measureNow', 'readParameters'],
  alarmStates: 'moistureAlarmState',
  primary: { row: 'moisture', channel: 'moisture' },
  signals: {
    moisture: signal(24, 0.15, 0.4),
    frequency: signal(41_500, 40, 60),
    temperature: signal(15, 0.1, 2),
  },
};
