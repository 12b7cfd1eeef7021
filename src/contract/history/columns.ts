import type { RawValues } from '../../base/raw-values.ts';

/**
 * Columns of a history answer, as the server makes them. `raw`: one value a row. `bins`: `min`, `max`, `first`, `last`, `mean` of each bin that
 * holds data; `t` is the bin's start, `step` its width in ms. Circular channels have NaN for min, max and mean.
 * Channels that sum (rain) carry the bin's sum in `mean`.
 */
export interface HistoryColumns {
  readonly mode: 'raw' | 'bins';
  /** Bin width in ms; 0 in raw mode. */
  readonly step: number;
  /** UTC ms, ascending. */
  readonly t: Float64Array;
  readonly channels: readonly HistoryChannel[];
}

/** One channel's columns; NaN is missing. Raw mode fills `value` alone, bins mode all but `value`. */
export interface HistoryChannel {
  readonly channel: string;
  readonly value: Float64Array | null;
  readonly min: Float64Array | null;
  readonly max: Float64Array | null;
  readonly first: Float64Array | null;
  readonly last: Float64Array | null;
  readonly mean: Float64Array | null;
}

/** A history answer as its reader has it: every reading as it was sent, or bins. */
export type DecodedHistory = DecodedRaw | DecodedBins;

export interface DecodedRaw {
  readonly mode: 'raw';
  /** 0: nothing was put together. */
  readonly step: 0;
  /** UTC ms, ascending. */
  readonly t: Float64Array;
  readonly channels: readonly { readonly channel: string; readonly values: RawValues }[];
}

export interface DecodedBins {
  readonly mode: 'bins';
  /** Bin width in ms. */
  readonly step: number;
  /** Each bin's start, UTC ms, ascending. */
  readonly t: Float64Array;
  readonly channels: readonly DecodedBinChannel[];
}

/** One channel's bins; NaN is missing. */
export interface DecodedBinChannel {
  readonly channel: string;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly mean: Float64Array;
}
