/**
 * Outages of stations by whole days, and the mean time between them. An outage begins on a day on which a station brought
 * less than half of the readings that were due, after a day on which it brought half or more (or on its first day), and
 * lasts as long as the days after it are no better. A day on which nothing was due is no day of the station. Pure.
 */
export const outageBelow = 0.5;

/** The days of one station in order: what was due, and what came. */
export interface ArrivalDay {
  readonly expected: number;
  readonly received: number;
}

export interface Outages {
  /** Days on which readings were due, and those of them that lie in no outage. */
  readonly days: number;
  readonly up: number;
  readonly outages: number;
}

export function outagesOf(days: Iterable<ArrivalDay>): Outages {
  let [counted, up, outages] = [0, 0, 0];
  let isOut = false;
  for (const { expected, received } of days) {
    if (expected === 0) continue;
    counted += 1;
    const wasOut = isOut;
    isOut = received < outageBelow * expected;
    if (!isOut) up += 1;
    else if (!wasOut) outages += 1;
  }
  return { days: counted, up, outages };
}

/** Days of operation for each outage, of all stations together; null where there was none. */
export function meanDaysBetween(all: Iterable<Outages>): number | null {
  let [up, outages] = [0, 0];
  for (const one of all) {
    up += one.up;
    outages += one.outages;
  }
  return outages === 0 ? null : up / outages;
}
