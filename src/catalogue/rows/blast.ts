import { curve, enumeration, number } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

/** One blast: peak particle velocities by axis, their vector sum, and the dominant frequencies. */
export const blast: RowDefinition = {
  id: 'blast',
  channels: [
    curve('ppvX', 'mm/s', 2),
    curve('ppvY', 'mm/s', 2),
    curve('ppvZ', 'mm/s', 2),
    curve('ppv', 'mm/s', 2),
    number('dominantFrequencyX', 'Hz', 1),
    number('dominantFrequencyY', 'Hz', 1),
    number('dominantFrequencyZ', 'Hz', 1),
    number('duration', 's', 1),
    enumeration('alarmState', 'alarmState'),
  ],
};
