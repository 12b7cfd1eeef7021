/** Cycles of an RTU as they were: what is of the past is judged by the cycle that was in force then. */

/** Seconds. */
export interface RtuCycles {
  readonly collectionCycle: number;
  readonly sendCycle: number;
}

/** Cycles that are in force no more. */
export interface FormerCycles extends RtuCycles {
  /** UTC ms; from then on others were in force. */
  readonly until: number;
}

/** The cycles of an RTU, with those before. */
export interface KnownCycles extends RtuCycles {
  /** In order of `until`; the first ones were in force since ever. Left out = there were no others. */
  readonly formerCycles?: readonly FormerCycles[];
}

/** A change of what is known of an RTU's cycles. */
export interface CycleChange {
  /** Counts them. */
  readonly revision: number;
  /** UTC ms; from then on others were in force than were known before. */
  readonly from: number;
}

/** The cycles in force at a moment. */
export const cyclesAt = (known: KnownCycles, t: number): RtuCycles =>
  known.formerCycles?.find(({ until }) => t < until) ?? known;

/** Cycles with the stretch of time in which they were in force; `to` is not of it. */
export interface CycleStretch extends RtuCycles {
  readonly from: number;
  readonly to: number;
}

/** All of them, one after the other, without beginning and without end. */
export function cycleStretches(known: KnownCycles): readonly CycleStretch[] {
  let from = Number.NEGATIVE_INFINITY;
  const stretches: CycleStretch[] = [];
  for (const { until, collectionCycle, sendCycle } of known.formerCycles ?? []) {
    stretches.push({ from, to: until, collectionCycle, sendCycle });
    from = until;
  }
  const { collectionCycle, sendCycle } = known;
  return [...stretches, { from, to: Number.POSITIVE_INFINITY, collectionCycle, sendCycle }];
}

/** Those that were in force at `since` or after it. */
export const cyclesSince = (known: KnownCycles, since: number): readonly RtuCycles[] => [
  ...(known.formerCycles ?? []).filter(({ until }) => until > since),
  known,
];

/** The cycles in force at moments that ascend. */
export function cycleWalk(known: KnownCycles): (t: number) => RtuCycles {
  const former = known.formerCycles ?? [];
  let next = 0;
  return (t) => {
    for (;;) {
      const one = former[next];
      if (one === undefined) return known;
      if (t < one.until) return one;
      next += 1;
    }
  };
}
