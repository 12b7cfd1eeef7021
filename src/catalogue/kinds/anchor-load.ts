import type { KindDefinition } from '../model.ts';
import { signal } from '../signal.ts';

/** Load cell of an anchor. */
export const anchorLoad: KindDefinition = {
  code: 20,
  id: 'anchorLoad',
  rows: ['force'],
  groups: ['basic'],
  actions: ['measureNow', 'readParameters', 'setZero', 'clearZero'],
  alarmStates: 'alarmState',
  primary: { row: 'force', channel: 'force' },
  signals: {
    force: signal(512, 0.3, 2.4, -0.02),
    frequency: signal(1834, 0.3, 2),
    temperature: signal(16, 0.1, 5),
  },
};
