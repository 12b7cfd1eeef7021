import { silentCycles } from '../../link-state.ts';
import { type Evidence, readingsSince } from '../model.ts';

/** How old a report of an RTU may be to speak for the moment, ms: until it counts as silent. */
export const reportAge = (sendCycle: number): number => silentCycles * sendCycle * 1000;

/** The newest number of a channel of the status reports; null where the RTU has been silent since. */
export function reported(evidence: Evidence, channel: string): number | null {
  const recent = readingsSince(evidence, evidence.t - reportAge(evidence.sendCycle) - 1);
  for (let index = recent.length - 1; index >= 0; index -= 1) {
    const value = recent[index]?.values[channel];
    if (recent[index]?.element === 0 && typeof value === 'number') return value;
  }
  return null;
}
