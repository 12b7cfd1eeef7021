/** Readings of a channel that can be compared with each other. Times UTC ms. */
import { channelOf, numbersOf, type Point, type QuantityInput } from '../model.ts';

type ChannelPlace = Pick<QuantityInput, 'row' | 'element' | 'channel'>;

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
export const rounded = (input: ChannelPlace, value: number): number => roundedTo(roundsTo(input), value);

/** Digits to which `rounded` rounds what is calculated of a channel. */
export const roundsTo = (input: ChannelPlace): number => (channelOf(input)?.digits ?? 4) + 2;

export function roundedTo(digits: number, value: number): number {
  const scale = 10 ** digits;
  const whole = Math.round(value * scale);
  // As `toFixed` has it, but for what lies at the middle between two, or is too large to be sure.
  const isSure = Math.abs(whole) < 1e12 && Math.abs(value * scale - whole) < 0.499;
  return isSure ? whole / scale : Number(value.toFixed(digits));
}
