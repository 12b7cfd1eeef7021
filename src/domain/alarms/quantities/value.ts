import { valuesNow } from '../methods/columns.ts';
import { numberNow, type QuantityDefinition } from '../model.ts';

/** The value of a channel, as it was read. A test tip of a rain gauge has none. */
export const value: QuantityDefinition = {
  id: 'value',
  of: 'channel',
  circular: true,
  unit: { of: 'channel' },
  args: {},
  history: () => 0,
  evaluate: numberNow,
  evaluateAll: valuesNow,
};
