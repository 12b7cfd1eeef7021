import type { KindDefinition } from '../model.ts';
import { tiltSignals } from '../signal.ts';

/** RT3000 tilt and acceleration sensor. */
export const rt3000: KindDefinition = {
  code: 9,
  id: 'rt3000',
  rows: ['tilt', 'waveform'],
  groups: ['rt3000', 'mount'],
  actions: ['measureNow', 'readParameters', 'setZero', 'clearZero', 'captureWaveform'],
  alarmStates: 'tiltAlarmState',
  primary: { row: 'tilt', channel: 'x' },
  signals: tiltSignals,
};
