import { hour } from '../methods/points.ts';
import { startSlack, windowChange, windowChanges } from '../methods/window-change.ts';
import { numberOf, type QuantityDefinition } from '../model.ts';

const minute = 60_000;

/**
 * Speed over a time range: the change against the reading nearest to its start (see `change`) by the time between the
 * two, per hour.
 */
export const speed: QuantityDefinition = {
  id: 'speed',
  of: 'channel',
  circular: true,
  unit: { of: 'channel', per: 'h' },
  args: { range: { type: 'number', unit: 'min', minimum: 1, maximum: 60 * 24 * 7, standard: 60 } },
  history: (args, { collectionCycle }) => numberOf(args, 'range') * minute + startSlack(collectionCycle),
  evaluate: (input, args) => {
    const found = windowChange(input, numberOf(args, 'range') * minute);
    return found === null ? null : found.change / (found.elapsed / hour);
  },
  evaluateAll: (input, args) =>
    windowChanges(input, numberOf(args, 'range') * minute, (change, elapsed) => change / (elapsed / hour)),
};
