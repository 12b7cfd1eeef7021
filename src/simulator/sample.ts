import type { RowId } from '../catalogue/model.ts';

/** Number (also enumeration codes, flags 0/1, flag-set bits, times), text, little-endian float32 samples, missing. */
export type SampleValue = number | string | Uint8Array | null;
export type SampleValues = Readonly<Record<string, SampleValue>>;

/** One collected reading row; `element` counts nodes and layers from 1, 0 is the row's own. */
export interface Sample {
  readonly row: RowId;
  readonly element: number;
  readonly t: number;
  readonly values: SampleValues;
}
