/** Sirens of a site: what red prepares, when a site may sound by itself, and the bounds of both. Pure. */

/** A prepared call ends by itself after so long, ms; it can be prepared anew. */
export const preparedFor = 2 * 3_600_000;
/** A site stays armed for so long at most, ms. */
export const longestArming = 7 * 86_400_000;
/** What was measured longer ago than this makes nothing sound by itself, ms: it is prepared for two persons. */
export const latestEvidence = 600_000;
/** A sounding is ordered within so long after it was allowed, ms: as long as the order itself would live. */
export const soundWithin = 120_000;

/** Which sirens red prepares: none, those of the station, or all of its project. */
export const reaches = ['none', 'station', 'project'] as const;
export type Reach = (typeof reaches)[number];

/** What a siren plays; bounds are those of the action `soundAlarm` of the catalogue. */
export interface Sound {
  readonly clip: number;
  readonly repeat: number;
  /** %. */
  readonly volume: number;
  readonly light: string;
}

/** Where a site has set nothing. */
export const firstSound: Sound = { clip: 1, repeat: 3, volume: 70, light: 'red' };

/** Which siren: the sensor in a slot of an RTU. */
export interface SirenTarget {
  readonly rtuId: number;
  readonly slot: number;
}

/** What of an alarm decides whether its sirens are prepared. */
export interface RedStanding {
  readonly present: number;
  readonly isBlind: boolean;
  readonly isClosed: boolean;
  readonly isShelved: boolean;
}

/** Whether an alarm is one that sirens are prepared for. */
export const isRed = ({ present, isBlind, isClosed, isShelved }: RedStanding): boolean =>
  present === 4 && !isBlind && !isClosed && !isShelved;

/** What a change of an alarm asks for: to prepare its sirens, to end what waits for it, or nothing. */
export function sirensAsk(before: RedStanding | null, after: RedStanding): 'prepare' | 'end' | null {
  if (after.isClosed) return before === null || before.isClosed ? null : 'end';
  return isRed(after) && (before === null || !isRed(before)) ? 'prepare' : null;
}

/** Whether sirens may sound by themselves for what was measured at `readAt`; both UTC ms. */
export const isFresh = (readAt: number, now: number): boolean => now - readAt <= latestEvidence;
