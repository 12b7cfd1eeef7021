/** Ends of a shelf that can be chosen, and their bound. Pure. */
import { wallToUtc, zoneOffset } from '../../../../base/time.ts';
import { longestShelf } from '../../../../domain/alarms/standing.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';

const hour = 3_600_000;
const day = 24 * hour;
export const shelfLengths = ['1h', '8h', 'morning', 'until'] as const;
export type ShelfLength = (typeof shelfLengths)[number];

/** Rank that decides how long one may be shelved. */
const rankOf = ({ present }: Pick<AlarmView, 'present'>) => Math.max(present, 1);

/** The highest rank of the alarms, and for how long (ms) all of them may be shelved. */
export function shelfBound(alarms: readonly Pick<AlarmView, 'present'>[]): {
  readonly rank: number;
  readonly longest: number;
} {
  const rank = Math.max(1, ...alarms.map(rankOf));
  const longest = Math.min(...alarms.map((alarm) => longestShelf[rankOf(alarm)] ?? 0));
  return { rank, longest: Number.isFinite(longest) ? longest : 0 };
}

/** The next 08:00 on a zone's clocks, UTC ms. */
export function nextMorning(now: number, zone: string): number {
  const wall = now + zoneOffset(zone, now);
  const morning = Math.floor(wall / day) * day + 8 * hour;
  return wallToUtc(zone, morning > wall ? morning : morning + day);
}

/** When a shelf of that length ends, UTC ms; null for one that is typed. */
export function shelfEnd(length: ShelfLength, now: number, zone: string): number | null {
  if (length === '1h') return now + hour;
  if (length === '8h') return now + 8 * hour;
  return length === 'morning' ? nextMorning(now, zone) : null;
}
