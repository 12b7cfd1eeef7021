import type { ChargeReading } from '../../domain/impact.ts';

const day = 86_400_000;
/** Readings over less than that say nothing of where a battery goes, ms. */
const enough = 3 * day;
/** Sun and night move a good battery by more than this in a week. % a day. */
const least = 1;
/** An RTU goes out somewhat above 0. Assumed: %. */
const empty = 5;

/**
 * When a battery is empty if it goes on as in the last days, with what the sun gave: the line through its charges.
 * @param readings ascending by time
 * @returns UTC ms, not before the last reading; null = it does not sink, or too little is known
 */
export function emptyAt(readings: readonly ChargeReading[]): number | null {
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (last.charge <= empty) return last.t;
  if (last.t - first.t < enough) return null;
  let [sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0];
  for (const { t, charge } of readings) {
    const x = (t - last.t) / day;
    sumX += x;
    sumY += charge;
    sumXX += x * x;
    sumXY += x * charge;
  }
  const n = readings.length;
  const slope = (n * sumXY - sumX * sumY) / (n * sumXX - sumX * sumX);
  if (!(slope < -least)) return null;
  const now = (sumY - slope * sumX) / n;
  return last.t + Math.max(0, ((now - empty) / -slope) * day);
}
