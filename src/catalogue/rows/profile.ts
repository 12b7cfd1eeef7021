import { curve, enumeration, number, relative } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

/** One reading of an inclinometer string: nodes from the top down, displacements along its axes A and B. */
export const profile: RowDefinition = {
  id: 'profile',
  channels: [
    curve('temperature', '°C', 1),
    enumeration('alarmState', 'profileAlarmState'),
    enumeration('runState', 'runState'),
  ],
  elements: {
    id: 'node',
    channels: [
      number('depth', 'm', 2),
      relative(number('angleA', '°', 4)),
      relative(number('angleB', '°', 4)),
      relative(curve('incrementalA', 'mm', 2)),
      relative(curve('incrementalB', 'mm', 2)),
      relative(curve('cumulativeA', 'mm', 2)),
      relative(curve('cumulativeB', 'mm', 2)),
    ],
  },
};
