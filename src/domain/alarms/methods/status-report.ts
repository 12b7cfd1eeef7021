import { silentCycles } from '../../link-state.ts';
import { type QuantityInput, readingsSince } from '../model.ts';

/** How old a report of an RTU may be to speak for the moment, ms: until it counts as silent. */
export const reportAge = (sendCycle: number): number => silentCycles * sendCycle * 1000;

/** The newest number of a channel of the status reports; null where the RTU has been silent since. */
export function reported(input: QuantityInput, channel: string): number | null {
  const recent = readingsSince(input, input.t - reportAge(input.sendCycle) - 1);
  for (let index = recent.length - 1; index >= 0; index -= 1) {
    const value = recent[index]?.values[channel];
    if (recent[index]?.element === 0 && typeof value === 'number') return value;
  }
  return null;
}
