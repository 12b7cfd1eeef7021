import { curve, enumeration, number } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

/** One event of a sound sensor: ground sound has an amplitude, infrasound a pressure (each kind names what it lacks). */
export const sound: RowDefinition = {
  id: 'sound',
  channels: [
    curve('dominantFrequency', 'Hz', 2),
    curve('amplitude', 'dB', 1),
    curve('pressure', 'Pa', 3),
    number('duration', 's', 1),
    enumeration('alarmState', 'alarmState'),
    enumeration('runState', 'runState'),
  ],
};
