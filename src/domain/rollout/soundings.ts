/**
 * When the sirens of a plan sound: at the times that its approver saw, or not at all. A test by day that is approved in
 * the evening, or goes on after a night's pause, is a test at night. Pure. Times UTC ms.
 */
import type { NextContact } from '../link-state.ts';

/** A span of time, its ends in it. */
export interface SoundingSpan {
  readonly from: number;
  readonly until: number;
}

/** By how much what is expected may have moved since it was shown, without being shown again. Assumed. */
export const shownSlack = 15 * 60_000;
/** How long before and after what is expected at the approval a siren may sound. Assumed. */
export const soundSlack = 30 * 60_000;

type Times = readonly (Pick<NextContact, 'at'> | null)[];
const known = (times: Times) => times.flatMap((time) => time?.at ?? []);

/** From the first sounding to the last one; null where none is foreseen. */
export function spanOf(times: Times): SoundingSpan | null {
  const all = known(times);
  return all.length === 0 ? null : { from: Math.min(...all), until: Math.max(...all) };
}

/** Whether all that is foreseen lies in a span. */
export const areWithin = (times: Times, { from, until }: SoundingSpan): boolean =>
  known(times).every((at) => at >= from && at <= until);

/** Whether what is expected now is what was shown, but for the slack. */
export const isShown = (times: Times, { from, until }: SoundingSpan): boolean =>
  areWithin(times, { from: from - shownSlack, until: until + shownSlack });

/** In which sirens may be made to sound after an approval; where nothing is foreseen, about now. */
export function approvedSpan(times: readonly (NextContact | null)[], now: number): SoundingSpan {
  const all = times.flatMap((time) => (time === null ? [] : [time]));
  const from = Math.min(now, ...all.map(({ at, plusMinus }) => at - plusMinus));
  const until = Math.max(now, ...all.map(({ at, plusMinus }) => at + plusMinus));
  return { from: from - soundSlack, until: until + soundSlack };
}
