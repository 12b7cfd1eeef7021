import type { KindDefinition } from '../model.ts';

/** Warning horn or siren. */
export const horn: KindDefinition = {
  code: 10,
  id: 'horn',
  rows: ['horn'],
  groups: ['horn'],
  actions: ['readParameters', 'testHorn', 'soundAlarm', 'stopHorn'],
  signals: {},
};
