import { curve, enumeration, number } from '../channels.ts';
import type { RowDefinition } from '../model.ts';

/**
 * One reading of a soil moisture probe. `soilFrequency` and `waterFrequency` are the calibration it was computed
 * with, `frequency` is what was measured. Depth is in mm here and in cm as a parameter.
 */
export const moisture: RowDefinition = {
  id: 'moisture',
  channels: [
    curve('moisture', '%', 1),
    number('soilFrequency', 'Hz'),
    number('waterFrequency', 'Hz'),
    curve('frequency', 'Hz'),
    curve('temperature', '°C', 1),
    number('depth', 'mm'),
    enumeration('alarmState', 'moistureAlarmState'),
    enumeration('runState', 'runState'),
  ],
};
