const minute = 60_000;

/**
 * Distance of two readings beyond which no line joins them: nothing is known of the time between. One collection may
 * come late or be missing once.
 * @param cycle ms from one collection to the next
 */
export const silenceAfter = (cycle: number): number => Math.max(2.1 * cycle, cycle + 2 * minute);

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
  return apart.length < 2 || usual === undefined ? Number.POSITIVE_INFINITY : silenceAfter(usual);
}
