/**
 * Randomness that is looked up, not drawn: the same (seed, place) gives the same number in whatever order it is
 * asked, so that history can be generated backwards and agrees with what the live device sends.
 */

/** A 32-bit mix of two integers (finaliser of MurmurHash3, public domain). */
export function mix(a: number, b: number): number {
  let h = (a ^ Math.imul(b | 0, 0x9e3779b1)) | 0;
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  h ^= h >>> 16;
  return h >>> 0;
}

/** Folds a number above 32 bits (a time in ms) into a mix. */
const fold = (seed: number, place: number): number =>
  mix(mix(seed, place % 0x1_0000_0000), Math.floor(place / 0x1_0000_0000));

/** Seed of a named part of a seed, e.g. a sensor's x channel. */
export function seedOf(seed: number, name: string): number {
  let h = seed >>> 0;
  for (let i = 0; i < name.length; i++) h = mix(h, name.charCodeAt(i));
  return h;
}

/** Evenly in [0, 1) at an integer place. */
export const unit = (seed: number, place = 0): number => fold(seed, place) / 0x1_0000_0000;

/** Evenly in [low, high). */
export const between = (seed: number, place: number, low: number, high: number): number =>
  low + (high - low) * unit(seed, place);

/** An integer in [low, high]. */
export const integer = (seed: number, place: number, low: number, high: number): number =>
  low + Math.floor(unit(seed, place) * (high - low + 1));

/** One of a list; the list must not be empty. */
export function pick<T>(seed: number, place: number, list: readonly T[]): T {
  const chosen = list[Math.floor(unit(seed, place) * list.length)];
  if (chosen === undefined) throw new RangeError('pick from an empty list');
  return chosen;
}

/** Normal with mean 0 and deviation 1, as a sum of four uniforms (within ±3.5). */
export function gauss(seed: number, place: number): number {
  const a = fold(seed, place);
  const b = mix(a, 0x68bc21eb);
  const sum = (a & 0xffff) + (a >>> 16) + (b & 0xffff) + (b >>> 16);
  return (sum / 0x10000 - 2) * 1.7320508;
}

/** A wander in about ±1 that is smooth in time: cosine between random values `step` apart. */
export function wander(seed: number, t: number, step: number): number {
  const place = Math.floor(t / step);
  const part = (1 - Math.cos(Math.PI * (t / step - place))) / 2;
  const from = unit(seed, place) * 2 - 1;
  const to = unit(seed, place + 1) * 2 - 1;
  return from + (to - from) * part;
}

/** Rounds to `digits` after the point, as a device's firmware does. */
export function round(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale;
}
