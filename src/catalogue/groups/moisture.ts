import { assumed, bounded, collectionCycle, ofDevice, option, section } from '../fields.ts';
import type { GroupDefinition } from '../model.ts';

/** Soil moisture. Calibration frequencies come from the probe; the alarms are off until set. Upper bound assumed. */
export const moisture: GroupDefinition = {
  id: 'moisture',
  fields: [
    ...section('probe', [
      option('mode', 'moistureMode', 'soil'),
      ofDevice('installation', { ...bounded('depth', 'cm', 0, [10, 100], 10, assumed), step: 10 }),
      ofDevice('calibration', bounded('soilFrequency', 'Hz', 0, [1, 1_000_000_000], null, assumed)),
      ofDevice('calibration', bounded('waterFrequency', 'Hz', 0, [1, 1_000_000_000], null, assumed)),
    ]),
    ...section('alarm', [
      { ...bounded('lowAlarm', '%', 1, [0, 100], null, assumed), nullable: true },
      { ...bounded('highAlarm', '%', 1, [0, 100], null, assumed), nullable: true },
      bounded('hysteresis', '%', 1, [0, 10], 1, assumed),
      bounded('jumpAlarm', '%/h', 1, [1, 100], 10, assumed),
    ]),
    ...section('collection', [collectionCycle(3600)]),
  ],
  rules: [
    { type: 'different', left: 'soilFrequency', right: 'waterFrequency' },
    { type: 'less', left: 'lowAlarm', right: 'highAlarm' },
  ],
};
