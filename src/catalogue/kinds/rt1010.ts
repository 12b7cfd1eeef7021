import type { KindDefinition } from '../model.ts';
import { profileSignals } from '../signal.ts';

/** RT1010 array displacement: deep displacement, many nodes on one cable. */
export const rt1010: KindDefinition = {
  code: 2,
  id: 'rt1010',
  rows: ['profile'],
  groups: ['rt1010', 'mount'],
  actions: ['measureNow', 'readParameters', 'captureInitialProfile'],
  alarmStates: 'profileAlarmState',
  primary: { row: 'profile', channel: 'cumulativeA', element: 1 },
  signals: profileSignals,
};
