import type { KindDefinition } from '../model.ts';
import { tiltSignals } from '../signal.ts';

/** Accelerometer on the RTU's board, used as a MEMS tilt sensor. */
export const onboard: KindDefinition = {
  code: 5,
  id: 'onboard',
  rows: ['tilt', 'waveform'],
  groups: ['mems', 'mount'],
  actions: ['measureNow', 'readParameters', 'setZero', 'clearZero', 'captureWaveform'],
  alarmStates: 'tiltAlarmState',
  primary: { row: 'tilt', channel: 'x' },
  signals: tiltSignals,
};
