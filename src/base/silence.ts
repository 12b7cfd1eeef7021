const minute = 60_000;

/**
 * Distance of two readings beyond which the time between them is a silence: a collection is missing. No line joins them.
 * @param cycle ms from one collection to the next
 */
export const silenceAfter = (cycle: number): number => Math.max(1.5 * cycle, cycle + 2 * minute);

/** Where a cycle is only guessed from the readings, one may be missing. */
const guessed = 2.1;

/** Of ascending numbers the middle one, the lower of two. */
const middleOf = (ascending: Float64Array): number | undefined =>
  ascending[Math.floor((ascending.length - 1) / 2)];

/** Longer distances are another cycle where they are so many, alike, and make up such a share of the time. */
const another = { least: 5, alike: 1.5, half: 0.5, share: 0.2 } as const;

/**
 * The same where the cycle is not known: by the usual distance of the readings themselves, which is their median. Where
 * a device has changed its cycle there are two: of those that are usual the longer one counts.
 * @param t ms, ascending
 * @returns Infinity where fewer than three readings say nothing about what is usual
 */
export function silenceOf(t: ArrayLike<number>): number {
  const steps = new Float64Array(Math.max(0, t.length - 1));
  for (let i = 1; i < t.length; i += 1) steps[i - 1] = (t[i] as number) - (t[i - 1] as number);
  const apart = steps.filter((step) => step > 0).sort();
  const span = apart.reduce((sum, step) => sum + step, 0);
  const after = (usual: number): number => Math.max(guessed * usual, usual + 2 * minute);
  let usual = middleOf(apart);
  if (apart.length < 2 || usual === undefined) return Number.POSITIVE_INFINITY;
  for (;;) {
    const bound: number = after(usual);
    const longer = apart.filter((step) => step > bound);
    const next = middleOf(longer) ?? 0;
    const alike = longer.filter((step) => step >= next / another.alike && step <= next * another.alike);
    const covered = alike.reduce((sum, step) => sum + step, 0);
    const isUsual =
      alike.length >= Math.max(another.least, another.half * longer.length) &&
      covered >= another.share * span;
    if (!isUsual) return bound;
    usual = next;
  }
}
