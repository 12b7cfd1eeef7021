import { type QuantityDefinition, readingNow } from '../model.ts';

/** The value of a channel, as it was read. */
export const value: QuantityDefinition = {
  id: 'value',
  of: 'channel',
  unit: { of: 'channel' },
  args: {},
  history: () => 0,
  evaluate: (evidence) => {
    const read = evidence.channel === null ? null : readingNow(evidence)?.values[evidence.channel];
    return typeof read === 'number' ? read : null;
  },
};
