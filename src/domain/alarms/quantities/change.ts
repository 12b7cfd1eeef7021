import { hour } from '../methods/points.ts';
import { startSlack, windowChange, windowChanges } from '../methods/window-change.ts';
import { numberOf, type QuantityDefinition } from '../model.ts';

/**
 * Change of a value in a window: against the reading nearest to the window's start, which lies within half a collection
 * cycle of it and in the same datum; else unknown. Bearings change by the shorter way.
 */
export const change: QuantityDefinition = {
  id: 'change',
  of: 'channel',
  circular: true,
  unit: { of: 'channel' },
  args: { window: { type: 'number', unit: 'h', minimum: 0.1, maximum: 24 * 90, standard: 1 } },
  history: (args, { collectionCycle }) => numberOf(args, 'window') * hour + startSlack(collectionCycle),
  evaluate: (input, args) => windowChange(input, numberOf(args, 'window') * hour)?.change ?? null,
  evaluateAll: (input, args) => windowChanges(input, numberOf(args, 'window') * hour, (change) => change),
};
