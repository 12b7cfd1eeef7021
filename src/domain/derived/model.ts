import type { RowId } from '../../catalogue/model.ts';

/** What derived channels depend on besides readings. */
export interface DerivedFacts {
  /** Seconds. */
  readonly collectionCycle: number;
  /** Zone and day boundary (minutes after local midnight) of the project. */
  readonly timeZone: string;
  readonly boundary: number;
  /** Compass bearing of the mounted x axis, degrees: since the last remount. */
  readonly azimuth: number;
  /** Re-zeros and remounts, ascending: readings before and after one are not comparable. */
  readonly datums: readonly DatumChange[];
}
export interface DatumChange {
  readonly t: number;
  /** The azimuth that was valid before a remount; null for a re-zero. */
  readonly azimuthBefore: number | null;
}

/** Rows of one sensor, ascending by time, as columns; a missing value is NaN. */
export interface EarlierRows {
  readonly length: number;
  readonly t: ArrayLike<number>;
  /** A column for each of `DerivedRow.lookedBackAt`. */
  readonly columns: readonly ArrayLike<number>[];
}

/**
 * How a row's derived channels follow from the stored rows (src/catalogue/README.md#formulas). A pure function of them: whatever
 * order they arrive in, the same rows give the same values. A channel that the device sent is not derived.
 */
export interface DerivedRow {
  readonly row: RowId;
  /** Derived channels. A stored row says by a bit each which of them were computed, so none may be moved or removed. */
  readonly channels: readonly string[];
  /** Channels of the row itself that the values follow from. */
  readonly inputs: readonly string[];
  /** Those of them that are looked at in earlier rows too. */
  readonly lookedBackAt: readonly string[];
  /** Time of the earliest row that the values of a row at `t` can depend on. */
  since(t: number, facts: DerivedFacts): number;
  /** Time of the latest row whose values can depend on a row at `t`. */
  until(t: number, facts: DerivedFacts): number;
  /**
   * The derived channels of the row at `t`, in their order; NaN where they are unknown. `own` are its inputs, NaN where
   * missing or themselves derived; `earlier` holds all rows since `since`, this one too.
   */
  derive(t: number, own: ArrayLike<number>, earlier: EarlierRows, facts: DerivedFacts): number[];
}

/** Start of the datum in force at `t`; null where none has begun before. */
export function datumAt(t: number, { datums }: DerivedFacts): number | null {
  let found: number | null = null;
  for (const datum of datums) {
    if (datum.t > t) break;
    found = datum.t;
  }
  return found;
}

/** Azimuth of the mounted x axis that was valid at `t`, degrees. */
export function azimuthAt(t: number, { azimuth, datums }: DerivedFacts): number {
  return datums.find((datum) => datum.azimuthBefore !== null && datum.t > t)?.azimuthBefore ?? azimuth;
}

/** How many rows have a time of at most `t`. */
export function countUpTo({ t: times, length }: EarlierRows, t: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? Number.POSITIVE_INFINITY) <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}
