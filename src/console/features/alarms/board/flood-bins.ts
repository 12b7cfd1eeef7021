/** When the alarms of a flood were raised, in equal spans. Pure. */
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { shownRank } from '../../../state/alarms/order.ts';

export interface FloodBin {
  /** UTC ms; the bin ends before the next one begins. */
  readonly from: number;
  readonly count: number;
  /** The worst level of its alarms, 1 to 4; 0 = none was raised in it. */
  readonly rank: number;
}

/** Bins of `span` ms from the first alarm on, with the last one in the last bin; of more than `most` the newest. */
export function floodBins(alarms: readonly AlarmView[], span: number, most: number): readonly FloodBin[] {
  const times = alarms.map(({ raisedAt }) => raisedAt);
  if (times.length === 0) return [];
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const all = Math.floor((last - first) / span) + 1;
  const begin = first + Math.max(0, all - most) * span;
  return Array.from({ length: Math.min(all, most) }, (_, index) => {
    const from = begin + index * span;
    const own = alarms.filter(({ raisedAt }) => raisedAt >= from && raisedAt < from + span);
    return { from, count: own.length, rank: Math.max(0, ...own.map(shownRank)) };
  });
}
