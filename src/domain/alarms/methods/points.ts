/** Readings of a channel that can be compared with each other. Times UTC ms. */
import { channelOf, numbersOf, type Point, type QuantityInput } from '../model.ts';

/** ms. */
export const hour = 3_600_000;
export const day = 24 * hour;

/**
 * The numbers of an input's channel in (from, t] that belong to its present datum: readings before a re-zero or a
 * remount are not comparable with those after it. None of a bearing, which wraps at 360 °.
 */
export function comparable(input: QuantityInput, from: number): readonly Point[] {
  if (channelOf(input)?.circular === true) return [];
  return numbersOf(input, Math.max(from, (input.datumAt ?? Number.NEGATIVE_INFINITY) - 1));
}

/**
 * A sum or a difference to two digits more than its channel has: decimals do not add up exactly in binary, and a limit
 * that is reached must not be missed by that.
 */
export function rounded(input: QuantityInput, value: number): number {
  const digits = (channelOf(input)?.digits ?? 4) + 2;
  const scale = 10 ** digits;
  const whole = Math.round(value * scale);
  // As `toFixed` has it, but for what lies at the middle between two, or is too large to be sure.
  const isSure = Math.abs(whole) < 1e12 && Math.abs(value * scale - whole) < 0.499;
  return isSure ? whole / scale : Number(value.toFixed(digits));
}
