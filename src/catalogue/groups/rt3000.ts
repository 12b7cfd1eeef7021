import { assumed, bounded, chosen, section, toggle } from '../fields.ts';
import type { GroupDefinition } from '../model.ts';
import { mems } from './mems.ts';

/** RT3000, tilt and acceleration: all of `mems`, and how a waveform is recorded. */
export const rt3000: GroupDefinition = {
  id: 'rt3000',
  fields: [
    ...mems.fields,
    ...section('recording', [
      chosen('samplingRate', 'Hz', 0, [50, 100, 200, 400], 100, assumed),
      bounded('preTrigger', 's', 0, [0, 10], 1, assumed),
      bounded('recordLength', 's', 0, [1, 60], 10, assumed),
      { id: 'axes', type: 'set', values: 'axis', default: ['x', 'y', 'z'], source: assumed },
      toggle('storeMaxima', true),
    ]),
  ],
  rules: mems.rules,
};
