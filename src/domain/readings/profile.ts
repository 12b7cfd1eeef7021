/**
 * Displacements of an inclinometer string (src/catalogue/README.md#formulas): dᵢ = L·sin θᵢ, cumulative from the fixed end, which
 * the mount mode gives. Nodes are listed from the top down (or from the near end where the string lies).
 */
import type { EnumValue } from '../../catalogue/index.ts';
import { radians } from './angles.ts';

export type FixedEnd = 'first' | 'last';

/**
 * The node from which displacements add up. "Zero above" holds the first node; everything that stands in a borehole
 * holds the deepest, as practice assumes stable ground below; strings that lie (horizontal, arch) hold the near end.
 */
export function fixedEnd(mode: EnumValue<'mountMode'>): FixedEnd {
  return mode === 'zeroAbove' || mode === 'horizontal' || mode === 'arch' ? 'first' : 'last';
}

/**
 * Displacement of one segment in mm: spacing (m) times the sine of its angle (degrees), less the same of the
 * initial profile where one was captured. Null where the angle is missing.
 */
export function segmentDisplacement(spacing: number, angle: number | null, initial = 0): number | null {
  if (angle === null) return null;
  return spacing * 1000 * (Math.sin(radians(angle)) - Math.sin(radians(initial)));
}

/** Sums segments from the fixed end, per node in mm. From the first missing segment on, away from that end, null. */
export function cumulative(segments: readonly (number | null)[], from: FixedEnd): readonly (number | null)[] {
  const ordered = from === 'first' ? segments : segments.toReversed();
  let sum: number | null = 0;
  const sums = ordered.map((segment) => {
    sum = sum === null || segment === null ? null : sum + segment;
    return sum;
  });
  return from === 'first' ? sums : sums.toReversed();
}
