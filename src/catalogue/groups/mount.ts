import { assumed, bounded, ofDevice, option, toggle } from '../fields.ts';
import type { GroupDefinition } from '../model.ts';

/**
 * How a sensor is mounted. The fixed end (zeroBelow, zeroAbove) and the azimuth live here alone. `remountedAt`
 * starts a new datum from its date on and never rewrites older readings.
 */
export const mount: GroupDefinition = {
  id: 'mount',
  fields: [
    ofDevice('installation', option('mountMode', 'mountMode', 'autoCoordinate')),
    ofDevice('installation', bounded('azimuth', '°', 1, [0, 359.9], 0, assumed)),
    ofDevice('installation', option('upAxis', 'upAxis', 'auto')),
    ofDevice('installation', toggle('invertX', false)),
    ofDevice('installation', toggle('invertY', false)),
    ofDevice('installation', toggle('invertZ', false)),
    ofDevice('installation', { id: 'remountedAt', type: 'date', source: assumed }),
  ],
  rules: [],
};
