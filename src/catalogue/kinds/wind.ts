import type { KindDefinition } from '../model.ts';
import { signal } from '../signal.ts';

/** Anemometer. */
export const wind: KindDefinition = {
  code: 27,
  id: 'wind',
  rows: ['wind'],
  groups: ['basic'],
  actions: ['measureNow', 'readParameters'],
  alarmStates: 'alarmState',
  primary: { row: 'wind', channel: 'speed' },
  signals: { speed: signal(3, 0.6, 1.2), gust: signal(5.2, 1, 1.8), direction: signal(210, 14, 30) },
};
