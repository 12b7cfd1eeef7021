import type { KindDefinition } from '../model.ts';
import { profileSignals } from '../signal.ts';

/** RT1020 fixed in-place inclinometer: few nodes. */
export const rt1020: KindDefinition = {
  code: 3,
  id: 'rt1020',
  rows: ['profile'],
  groups: ['rt1010', 'mount'],
  actions: ['measureNow', 'readParameters', 'captureInitialProfile'],
  alarmStates: 'profileAlarmState',
  primary: { row: 'profile', channel: 'cumulativeA', element: 1 },
  signals: profileSignals,
};
