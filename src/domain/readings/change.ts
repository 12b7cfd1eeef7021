/**
 * Change of a value over a window (src/catalogue/README.md#formulas): value − the last reading at or before t − window, but none
 * older than window + max(1.5 collection cycles, 10 min), and never across a re-zero or a remount. Times in ms.
 */
const minute = 60_000;
const hour = 60 * minute;

/** Windows of the rows' changes; an alert rule may name others. */
export const changeWindows = { oneHour: hour, fiveHours: 5 * hour } as const;

export interface Moment {
  readonly t: number;
  readonly value: number | null;
}

export interface ChangeTerms {
  /** Window, ms. */
  readonly window: number;
  /** Collection cycle of the sensor, seconds. */
  readonly collectionCycle: number;
  /** Start of the present datum (re-zero, remount); null = none known. */
  readonly datumAt: number | null;
}

/** How much older than the window's start a reference may be, ms. */
export const changeSlack = (collectionCycle: number): number =>
  Math.max(1.5 * collectionCycle * 1000, 10 * minute);

/** Where the reference reading of a change at `t` may lie, both ends inclusive; null where the datum is too young. */
export function referenceSpan(
  t: number,
  { window, collectionCycle, datumAt }: ChangeTerms,
): { readonly from: number; readonly to: number } | null {
  const to = t - window;
  const from = Math.max(to - changeSlack(collectionCycle), datumAt ?? Number.NEGATIVE_INFINITY);
  return from > to ? null : { from, to };
}

/**
 * Change of `now` against its reference in `earlier` (ascending by time; missing values are passed over).
 * Null where the value is missing or no reference qualifies.
 */
export function changeOver(now: Moment, earlier: readonly Moment[], terms: ChangeTerms): number | null {
  if (now.value === null) return null;
  // A reading from before the datum is itself not comparable with what the sensor shows today.
  if (terms.datumAt !== null && now.t < terms.datumAt) return null;
  const span = referenceSpan(now.t, terms);
  if (!span) return null;
  let low = 0;
  let high = earlier.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((earlier[middle]?.t ?? Number.POSITIVE_INFINITY) <= span.to) low = middle + 1;
    else high = middle;
  }
  for (let index = low - 1; index >= 0; index--) {
    const candidate = earlier[index];
    if (!candidate || candidate.t < span.from) return null;
    if (candidate.value !== null) return now.value - candidate.value;
  }
  return null;
}
