export type FieldKind = 'title' | 'zh-chs' | 'en' | 'ja' | 'reading' | 'code' | 'alias';
export interface SearchField {
  readonly kind: FieldKind;
  readonly text: string;
}
export interface SearchItem {
  readonly key: string;
  readonly fields: readonly SearchField[];
}
export interface Hit {
  readonly index: number;
  readonly field: number;
  readonly ranges: readonly (readonly [start: number, end: number])[];
  readonly rank: 'exact' | 'prefix' | 'wordStart' | 'inside' | 'subsequence' | 'typo';
}
export class SearchIndex {
  readonly #items: readonly SearchItem[];
  constructor(items: readonly SearchItem[]) {
    this.#items = items;
  }
  search(
    query: string,
    options: {
      limit: number;
      recency?: (key: string) => number | undefined;
      include?: (index: number) => boolean;
    },
  ): { hits: readonly Hit[]; total: number } {
    const q = query.toLowerCase().trim();
    const hits: Hit[] = [];
    let total = 0;
    this.#items.forEach((item, index) => {
      if (options.include?.(index) === false) return;
      for (const [field, { text }] of item.fields.entries()) {
        const at = text.toLowerCase().indexOf(q);
        if (at >= 0) {
          total++;
          if (hits.length < options.limit)
            hits.push({ index, field, ranges: [[at, at + q.length]], rank: at === 0 ? 'prefix' : 'inside' });
          break;
        }
      }
    });
    return { hits, total };
  }
}
