const minute = 60_000;

/**
 * Distance of two readings beyond which the time between them is a silence: a collection is missing. No line joins them.
 * @param cycle ms from one collection to the next
 */
export const silenceAfter = (cycle: number): number => Math.max(1.5 * cycle, cycle + 2 * minute);

/** Where a cycle is only guessed from the readings, one may be missing. */
const guessed = 2.1;

/**
 * The same where the cycle is not known: by the usual distance of the readings themselves, which is their median.
 * @param t ms, ascending
 * @returns Infinity where fewer than three readings say nothing about what is usual
 */
export function silenceOf(t: ArrayLike<number>): number {
  const steps = new Float64Array(Math.max(0, t.length - 1));
  for (let i = 1; i < t.length; i += 1) steps[i - 1] = (t[i] as number) - (t[i - 1] as number);
  const apart = steps.filter((step) => step > 0).sort();
  const usual = apart[Math.floor((apart.length - 1) / 2)];
  return apart.length < 2 || usual === undefined
    ? Number.POSITIVE_INFINITY
    : Math.max(guessed * usual, usual + 2 * minute);
}
