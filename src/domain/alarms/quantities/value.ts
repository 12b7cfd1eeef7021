import { type QuantityDefinition, readingNow } from '../model.ts';

/** The value of a channel, as it was read. */
export const value: QuantityDefinition = {
  id: 'value',
  of: 'channel',
  unit: { of: 'channel' },
  args: {},
  history: () => 0,
  evaluate: (input) => {
    const read = input.channel === null ? null : readingNow(input)?.values[input.channel];
    return typeof read === 'number' ? read : null;
  },
};
