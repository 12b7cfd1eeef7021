/** When a rollout is expected to end, and what of it cannot land in its time. Pure. Times ms. */

import { linkState, type NextContact } from '../link-state.ts';
import { expectedLanding, type LandingFacts } from './expected-landing.ts';
import { failedLately, type Rollout } from './rollout.ts';
import type { StepAfter } from './rollout-steps.ts';

/** Endings of the last so many ms are what the rate is taken over. */
export const rateMinute = 60_000;
/** As many of the last endings at least, where a minute has not more. */
export const rateOver = 10;

/** One that has been connected for no longer is taken for a visitor that leaves again, ms. Assumed. */
export const visitTime = 60_000;

/** What is known of a device's link. */
type LinkFacts = Omit<LandingFacts, 'now'> & { readonly bornAt?: number | null };

/** A step of a device that is still to be taken. */
export interface ForecastStep {
  /** What it waits for; null = it is ordered with the one before it. */
  readonly after: StepAfter;
  /** ms that its order stays worth sending. */
  readonly timeToLive: number;
}
export interface ForecastDevice {
  readonly batch: number;
  /** What is known of its link; null = nothing. */
  readonly link: LinkFacts | null;
  readonly steps: readonly ForecastStep[];
  /** When it began; null = it has not. */
  readonly begun?: number | null;
}

/**
 * How a step is expected to go. `lands`: at its contact. `refused`: not ordered at all, for its contact comes after its
 * time to live. `expires`: the device is silent, or was never seen. `timedOut`: the time of its device is over before.
 * `before`: the step that it waits for does not end well.
 */
export interface StepForecast {
  readonly is: 'lands' | 'refused' | 'expires' | 'timedOut' | 'before';
  /** When it would be ordered. */
  readonly orderedAt: number;
  /** When its device is in reach after that; null = not known, or never. */
  readonly contact: NextContact | null;
  /** ms that it has from its order, or from the begin of its device where that is shorter. */
  readonly limit: number;
}
export interface DeviceForecast {
  readonly begins: number;
  readonly ends: NextContact;
  readonly isFailed: boolean;
  readonly steps: readonly StepForecast[];
}
export interface RolloutForecast {
  /** When the last device has ended; null = not known of one of them. */
  readonly end: NextContact | null;
  /** By the places of the devices; null = it does not begin, for the plan stops before, or its link is not known. */
  readonly devices: readonly (DeviceForecast | null)[];
}

/** A device that is not heard of any more takes nothing until it is: that is not foreseen. */
function isSilent(link: LinkFacts, now: number): boolean {
  if (link.connected === true) return false;
  return link.lastContactAt === null || linkState({ ...link, connected: false, now }) === 'silent';
}

/**
 * When a device is in reach for what is ordered at a moment to come. A visitor has left by then, and a contact that is
 * expected before has been.
 * @param reachedAt its last contact that is foreseen; null = none
 */
function contactAt(
  link: LinkFacts,
  ordered: number,
  reachedAt: number | null,
  now: number,
): NextContact | null {
  if (ordered <= now) return expectedLanding({ ...link, now: ordered });
  const { bornAt = null } = link;
  if (link.connected === true && (bornAt === null || now - bornAt > visitTime))
    return { at: ordered, plusMinus: 0 };
  const asleep = { ...link, connected: false, lastContactAt: reachedAt ?? link.lastContactAt };
  const next = expectedLanding({ ...asleep, now: ordered });
  return next === null || next.at >= ordered ? next : { ...next, at: next.at + link.sendCycle * 1000 };
}

/** Its steps one by one, from a begin at which nothing of them has been ordered. */
function goThrough(
  { link, steps, begun = null }: ForecastDevice,
  begins: number,
  timeout: number | null,
  now: number,
): DeviceForecast | null {
  if (link === null) return null;
  const silent = isSilent(link, now);
  const over = timeout === null ? Number.POSITIVE_INFINITY : (begun ?? begins) + timeout * 1000;
  const found: StepForecast[] = [];
  let [ordered, ends, plusMinus] = [begins, begins, 0];
  /** The device is in reach: it takes what is ordered just then. */
  let inReachAt: number | null = null;
  let isFailed = false;
  for (const [index, { after, timeToLive }] of steps.entries()) {
    const before = found.at(-1);
    const waits = index > 0 && after !== null;
    if (waits && before !== undefined && before.is !== 'lands') {
      found.push({ is: 'before', orderedAt: ends, contact: null, limit: timeToLive });
      continue;
    }
    if (waits) ordered = ends + (after === 'verified' ? 0 : after.delay * 1000);
    const contact: NextContact | null = silent
      ? null
      : inReachAt === ordered
        ? { at: ordered, plusMinus: 0 }
        : contactAt(link, ordered, inReachAt, now);
    const limit = Math.min(timeToLive, over - ordered);
    const step = { orderedAt: ordered, contact, limit };
    if (contact !== null && contact.at > ordered + timeToLive) {
      found.push({ ...step, is: 'refused', limit: timeToLive });
      continue;
    }
    const lands = contact === null ? ordered + timeToLive : contact.at;
    if (lands > over) {
      found.push({ ...step, is: 'timedOut', limit: over - (begun ?? begins) });
      return { begins, ends: { at: over, plusMinus: 0 }, isFailed: true, steps: found };
    }
    if (contact === null) isFailed = true;
    else {
      inReachAt = contact.at;
      plusMinus = Math.max(plusMinus, contact.plusMinus);
    }
    found.push({ ...step, is: contact === null ? 'expires' : 'lands' });
    ends = Math.max(ends, lands);
  }
  return { begins, ends: { at: ends, plusMinus }, isFailed, steps: found };
}

/**
 * How a rollout is expected to go: batch after batch, so many at once, with its pauses, until its stop rule is met; each
 * device takes its steps at its contacts. What is not foreseen, a lost answer or a refusal, is not in it.
 *
 * @param devices that have not ended, in their order; those under way come first
 */
export function forecastRollout(
  devices: readonly ForecastDevice[],
  { concurrency, stopAt, timeout, gap = null }: Pick<Rollout, 'concurrency' | 'stopAt' | 'timeout' | 'gap'>,
  now: number,
): RolloutForecast {
  const found: (DeviceForecast | null)[] = devices.map(() => null);
  const pause = (gap ?? 0) * 1000;
  const room = pause > 0 ? 1 : (concurrency ?? Number.POSITIVE_INFINITY);
  const endings: boolean[] = [];
  let end: NextContact = { at: now, plusMinus: 0 };
  let isKnown = true;
  let isStopped = false;
  const batches = [...new Set(devices.map(({ batch }) => batch))].sort((a, b) => a - b);
  for (const batch of batches) {
    const waiting = devices.flatMap((device, index) => (device.batch === batch ? [index] : []));
    // Of those under way the one that ends last stands first.
    const underWay: DeviceForecast[] = [];
    let at = end.at + (end.at > now ? pause : 0);
    let next = 0;
    while (next < waiting.length || underWay.length > 0) {
      while (next < waiting.length && underWay.length < room && !isStopped) {
        const index = waiting[next++] ?? 0;
        const device = devices[index];
        const one = device === undefined ? null : goThrough(device, at, timeout, now);
        found[index] = one;
        if (one === null) {
          isKnown = false;
          continue;
        }
        let place = underWay.findIndex(({ ends }) => ends.at < one.ends.at);
        if (place < 0) place = underWay.length;
        underWay.splice(place, 0, one);
      }
      const ended = underWay.pop();
      if (ended === undefined) break;
      at = ended.ends.at + pause;
      end = {
        at: Math.max(end.at, ended.ends.at),
        plusMinus: Math.max(end.plusMinus, ended.ends.plusMinus),
      };
      // What was skipped by name says nothing to the rule.
      if (ended.isFailed || ended.steps.every(({ is }) => is === 'lands')) endings.push(ended.isFailed);
      isStopped ||=
        ended.isFailed && stopAt !== null && failedLately(endings, stopAt).failed >= stopAt.failed;
    }
  }
  return { end: isKnown ? end : null, devices: found };
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
