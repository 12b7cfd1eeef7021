import type { KindDefinition } from '../model.ts';
import { tiltSignals } from '../signal.ts';

/** RT1030 compact MEMS tilt sensor. */
export const rt1030: KindDefinition = {
  code: 4,
  id: 'rt1030',
  rows: ['tilt'],
  groups: ['mems', 'mount'],
  actions: ['measureNow', 'readParameters', 'setZero', 'clearZero'],
  alarmStates: 'tiltAlarmState',
  primary: { row: 'tilt', channel: 'x' },
  signals: tiltSignals,
};
