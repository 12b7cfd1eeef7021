import { assumed, bounded, chosen, collectionCycle, ofDevice, option, published } from '../fields.ts';
import type { GroupDefinition } from '../model.ts';

/** Deep displacement, RT1010 and RT1020. The node count is what the device found on its cable. */
export const rt1010: GroupDefinition = {
  id: 'rt1010',
  fields: [
    ofDevice('installation', { ...bounded('nodeCount', null, 0, [1, 128], null, assumed), readOnly: true }),
    ofDevice('installation', chosen('spacing', 'm', 2, [0.25, 0.5, 1, 2], 0.5, published)),
    ofDevice('installation', bounded('firstDepth', 'm', 2, [-500, 0], 0, assumed)),
    ofDevice('installation', option('order', 'nodeOrder', 'topDown')),
    collectionCycle(3600),
    bounded('incrementalAlarm', 'mm', 1, [1, 500], 5, assumed),
    bounded('cumulativeAlarm', 'mm', 1, [1, 5000], 20, assumed),
    bounded('rateAlarm', 'mm/d', 1, [0.1, 500], 5, assumed),
  ],
  rules: [],
};
