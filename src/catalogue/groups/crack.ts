import {
  assumed,
  bounded,
  chosen,
  collectionCycle,
  ofDevice,
  option,
  published,
  section,
  toggle,
} from '../fields.ts';
import type { GroupDefinition } from '../model.ts';

/** A pull-wire crack gauge, ADC (LFADC) or RS-485. Rate alarms: Japanese road-earthwork practice. */
export const crack: GroupDefinition = {
  id: 'crack',
  fields: [
    ...section('gauge', [
      ofDevice('installation', chosen('range', 'mm', 0, [50, 100, 250, 500, 1000, 2000], 500, published)),
      ofDevice('installation', bounded('installedLength', 'mm', 2, [0, 2000], 0, assumed)),
      ofDevice('installation', option('zeroMode', 'zeroMode', 'relative')),
      ofDevice('installation', option('sign', 'crackSign', 'positiveOpens')),
      ofDevice('calibration', bounded('adcZero', null, 0, [0, 65_535], 0, assumed)),
      ofDevice('calibration', bounded('adcFull', null, 0, [0, 65_535], 65_535, assumed)),
    ]),
    ...section('alarm', [
      bounded('alarmValue', 'mm', 1, [0.1, 2000], 10, assumed),
      bounded('rateAlarm1h', 'mm', 1, [0.1, 500], 2, published),
      bounded('rateAlarm24h', 'mm', 1, [0.1, 500], 10, published),
    ]),
    ...section('collection', [collectionCycle(600), toggle('cycleEnabled', true)]),
  ],
  rules: [
    { type: 'lessOrEqual', left: 'installedLength', right: 'range' },
    { type: 'less', left: 'adcZero', right: 'adcFull' },
    { type: 'lessOrEqual', left: 'alarmValue', right: 'range' },
  ],
};
