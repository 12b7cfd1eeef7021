import type { KindDefinition } from '../model.ts';
import { signal, tiltSignals } from '../signal.ts';

/** RT3000 with a crack gauge on its ADC. The crack row's colliding channels are named `crack/…`. */
export const rt3000Crack: KindDefinition = {
  code: 11,
  id: 'rt3000Crack',
  rows: ['tilt', 'crack', 'waveform'],
  groups: ['rt3000', 'crack', 'mount'],
  actions: ['measureNow', 'readParameters', 'setZero', 'clearZero', 'captureWaveform'],
  alarmStates: 'tiltAlarmState',
  primary: { row: 'tilt', channel: 'x' },
  signals: {
    ...tiltSignals,
    length: signal(132.4, 0.03, 0.25, 0.02),
    'crack/temperature': signal(17, 0.1, 7),
  },
};
