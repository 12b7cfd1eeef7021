import { initialAt, madeOf, relativeValues } from '../../baseline.ts';
import { channelOf, type QuantityDefinition, readingNow } from '../model.ts';

/**
 * Value of a channel relative to the initial value that is in force (domain/baseline). One that is made of others, such
 * as total tilt, is made of their relative values. Unknown for channels without initial values, where none is in force,
 * and where it is of an earlier datum.
 */
export const absoluteChange: QuantityDefinition = {
  id: 'absoluteChange',
  of: 'channel',
  readsRow: true,
  unit: { of: 'channel' },
  args: {},
  history: () => 0,
  evaluate: (input) => {
    const { t, row, element, baselines, datumAt } = input;
    const channel = channelOf(input);
    const reading = readingNow(input);
    if (channel?.relative === undefined || reading === null) return null;
    const parts = madeOf(channel);
    for (const part of parts) {
      const initial = initialAt(baselines, { row, element, channel: part }, t);
      if (initial === null || (datumAt !== null && (initial.since < datumAt || t < datumAt))) return null;
    }
    const names = [...parts, channel.id];
    const values = Object.fromEntries(names.map((name) => [name, reading.values[name] ?? null]));
    const changed = relativeValues(baselines, row, element, () => t, values)[channel.id];
    return typeof changed === 'number' ? changed : null;
  },
};
