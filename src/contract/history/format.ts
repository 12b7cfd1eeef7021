/**
 * The bytes of a history answer, version 1, little-endian:
 *
 * `u8` version · `u8` mode (0 raw, 1 bins) · `u16` channels · `u32` rows n · `f64` step (ms) · column t, then for each
 * channel `u8` length and UTF-8 of its id, `u8` digits, and its columns: raw mode `value`; bins mode `min`, `max`,
 * `first`, `last`, `mean`.
 *
 * A column is `u8` kind: 0 = all missing, nothing follows; 1 = n × `f64`; 2 = packed. Packed: `u8` order (1 deltas,
 * 2 deltas of deltas), `u8` 1 when a bitmap of ⌈n/8⌉ bytes of present values follows, `u8` planes p, then p × n bytes:
 * the zig-zag deltas of round(value · 10^digits) cut into byte planes, lowest first. Planes of slow data are mostly
 * zeros, which is what gzip at level 1 squeezes well. A missing value repeats the one before it.
 */
export const version = 1;

/** Digits beyond the channel's own that a bin's mean keeps. */
export const meanDigits = 1;

export const binColumns = ['min', 'max', 'first', 'last', 'mean'] as const;

/** A buffer that is no history answer: cut off, of a newer version, or not ours. */
export class HistoryBytesError extends Error {
  override readonly name = 'HistoryBytesError';
  constructor(readonly reason: 'truncated' | 'version' | 'malformed') {
    super(`history bytes: ${reason}`);
  }
}
