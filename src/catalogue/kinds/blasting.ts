import type { KindDefinition } from '../model.ts';
import { signal } from '../signal.ts';

/** Blasting vibration: particle velocity, so its waveform is in mm/s. */
export const blasting: KindDefinition = {
  code: 15,
  id: 'blasting',
  rows: ['blast', 'waveform'],
  units: { 'waveform/x': 'mm/s', 'waveform/y': 'mm/s', 'waveform/z': 'mm/s' },
  groups: ['basic'],
  actions: ['measureNow', 'readParameters', 'captureWaveform'],
  alarmStates: 'alarmState',
  primary: { row: 'blast', channel: 'ppv' },
  signals: { ppvX: signal(1.8, 0.7), ppvY: signal(1.5, 0.6), ppvZ: signal(2.4, 0.9), ppv: signal(3.3, 1) },
};
