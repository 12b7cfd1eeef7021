/** Information wakes nobody. */
import { dayNumber, dayStart, zoneOffset } from '../../base/time.ts';

const hour = 3_600_000;
/** Hours of the project's day between which information is sent. Assumed. */
const awake = { from: 7, to: 22 };

/** The first moment from `now` on at which nobody is woken by information. */
export function byDay(zone: string, now: number): number {
  const today = dayNumber(zone, now);
  const local = ((now + zoneOffset(zone, now)) % (24 * hour)) / hour;
  if (local >= awake.from && local < awake.to) return now;
  return dayStart(zone, local < awake.from ? today : today + 1, awake.from * 60);
}
