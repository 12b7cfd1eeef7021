import type { KindDefinition } from '../model.ts';
import { signal } from '../signal.ts';

/** Tipping-bucket rain gauge. */
export const rain: KindDefinition = {
  code: 17,
  id: 'rain',
  rows: ['rain'],
  groups: ['rain'],
  actions: ['readParameters'],
  alarmStates: 'alarmState',
  primary: { row: 'rain', channel: 'daily' },
  signals: { amount: signal(0, 0) },
};
