/**
 * Guideline values of the vibration velocity at a building's foundation for short-term vibration, by frequency: lines
 * 1 (commercial and industrial buildings), 2 (dwellings and buildings of similar kind) and 3 (buildings that are
 * particularly sensitive) of DIN 4150-3, table 1, as manuals of vibration meters and surveys reprint them. They hold
 * for the largest of the three components and for the foundation alone: the standard itself decides what is measured
 * where, and its other tables (top floor, pipelines, long-term vibration) are not here.
 */

/** Frequencies, Hz, between which the values run straight. */
export const limitFrequencies = [1, 10, 50, 100] as const;

/** mm/s at each of the frequencies. */
export const vibrationLimits = {
  din4150Line1: [20, 20, 40, 50],
  din4150Line2: [5, 5, 15, 20],
  din4150Line3: [3, 3, 8, 10],
} as const;
export type LimitCurve = keyof typeof vibrationLimits;
export const limitCurves = Object.keys(vibrationLimits) as readonly LimitCurve[];

/** Limit of a curve at a frequency (Hz), mm/s; above 100 Hz that of 100 Hz, below 1 Hz none: null. */
export function vibrationLimit(curve: LimitCurve, frequency: number): number | null {
  if (!(frequency >= limitFrequencies[0])) return null;
  const limits = vibrationLimits[curve];
  for (const index of [0, 1, 2] as const) {
    const low = limitFrequencies[index];
    const high = limitFrequencies[index + 1] ?? low;
    const [from, to] = [limits[index], limits[index + 1] ?? limits[index]];
    if (frequency <= high) return from + ((to - from) * (frequency - low)) / (high - low);
  }
  return limits[3];
}
