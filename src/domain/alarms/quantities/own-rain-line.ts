import { hoursOfLine, overLine } from '../methods/over-line.ts';
import { lineInForce } from '../methods/own-lines.ts';
import { hour } from '../methods/points.ts';
import type { QuantityDefinition } from '../model.ts';

/** The longest duration and gap that a kept line may have (contract/sites/rain-lines). */
const farthest = { longest: 720, gap: 72 };

/**
 * The present rain over the line of intensity and duration that is kept for the gauge's station, or else for its project
 * (`overLine`): that of the moment, so that a line that is set later changes nothing that was judged. Unknown while none is kept.
 */
export const ownRainLine: QuantityDefinition = {
  id: 'ownRainLine',
  of: 'row',
  rows: ['rain'],
  unit: { of: 'own', unit: null },
  args: {},
  readsLines: true,
  history: () => hoursOfLine(farthest) * hour,
  evaluate: (input) => {
    const line = lineInForce(input.lines ?? [], input.t);
    return line === null ? null : overLine(input, line);
  },
};
