import { assumed, bounded, option, toggle } from '../fields.ts';
import type { GroupDefinition } from '../model.ts';

/**
 * How a sensor is mounted. The fixed end (zeroBelow, zeroAbove) and the azimuth live here alone. `remountedAt`
 * starts a new datum from its date on and never rewrites older readings.
 */
export const mount: GroupDefinition = {
  id: 'mount',
  fields: [
    option('mountMode', 'mountMode', 'autoCoordinate'),
    bounded('azimuth', '°', 1, [0, 359.9], 0, assumed),
    option('upAxis', 'upAxis', 'auto'),
    toggle('invertX', false),
    toggle('invertY', false),
    toggle('invertZ', false),
    { id: 'remountedAt', type: 'date', source: assumed },
  ],
  rules: [],
};
