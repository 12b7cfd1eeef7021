/** What is searched and what is found. */

export type FieldKind = 'title' | 'zh-chs' | 'en' | 'ja' | 'reading' | 'code' | 'alias';
export interface SearchField {
  readonly kind: FieldKind;
  readonly text: string;
}

export interface SearchItem {
  readonly key: string;
  /** The first is what the row shows as its title. */
  readonly fields: readonly SearchField[];
}

/** From the best to the weakest. */
export const ranks = ['exact', 'prefix', 'wordStart', 'inside', 'subsequence', 'typo'] as const;
export type Rank = (typeof ranks)[number];

export interface Hit {
  /** Of the item, in the list that the index was made of. */
  readonly index: number;
  /** Which of its fields explains the hit best. */
  readonly field: number;
  /** Matched parts of that field's text, in its own characters, ascending and apart. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
  readonly rank: Rank;
}

export interface SearchOptions {
  readonly limit: number;
  /**
   * Smaller = more recent; undefined = never used. Asked once for every item and remembered under the function
   * itself: give another function when something was used.
   */
  readonly recency?: ((key: string) => number | undefined) | undefined;
  /** Which items may be found, by index. */
  readonly include?: ((index: number) => boolean) | undefined;
}

export interface SearchResult {
  readonly hits: readonly Hit[];
  /** How many match; `totalCap` stands for "that many or more". */
  readonly total: number;
}
