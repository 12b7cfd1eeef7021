import { expectedLanding, type LandingFacts } from './expected-landing.ts';
import type { NextContact } from './link-state.ts';

/** Endings of the last so many ms are what the rate is taken over. */
export const rateMinute = 60_000;
/** As many of the last endings at least, where a minute has not more. */
export const rateOver = 10;

/**
 * When the devices that have not ended are expected to: each batch begins when the one before has ended, and each of
 * its devices takes its orders at its next contact. Null where one of them is never seen.
 *
 * @param batches devices that have not ended, by batch, in their order; the first batch is under way
 */
export function expectedEnd(
  batches: readonly (readonly (Omit<LandingFacts, 'now'> | null)[])[],
  concurrency: number | null,
  now: number,
): NextContact | null {
  let end: NextContact = { at: now, plusMinus: 0 };
  for (const devices of batches) {
    const size = concurrency ?? Math.max(1, devices.length);
    for (let from = 0; from < devices.length; from += size) {
      const landings = devices
        .slice(from, from + size)
        .map((facts) => (facts === null ? null : expectedLanding({ ...facts, now: end.at })));
      let last: NextContact = end;
      for (const landing of landings) {
        if (landing === null) return null;
        last = {
          at: Math.max(last.at, landing.at),
          plusMinus: Math.max(last.plusMinus, landing.plusMinus),
        };
      }
      end = last;
    }
  }
  return end;
}

/**
 * Devices that end in a minute, over the last minute or the last ones; null while fewer than two have.
 *
 * @param endings when they ended, ascending, ms
 * @param until now, or when the last one ended
 */
export function endingRate(endings: readonly number[], until: number): number | null {
  if (endings.length < 2) return null;
  const recent = endings.filter((at) => at > until - rateMinute).length;
  const lately = endings.slice(-Math.max(rateOver, recent));
  const span = Math.max(rateMinute, until - (lately[0] ?? until));
  return (lately.length * rateMinute) / span;
}
