import { explain, traceFields } from './explain.ts';
import { addForms, Forms } from './forms.ts';
import { Layer } from './layer.ts';
import { inside, scattered, slip } from './match.ts';
import { parseQuery, type Query, type Token } from './query.ts';
import { Recency } from './recency.ts';
import { type Hit, ranks, type SearchItem, type SearchOptions, type SearchResult } from './types.ts';

export type { FieldKind, Hit, SearchField, SearchItem, SearchOptions, SearchResult } from './types.ts';

/** Matches are counted up to here; a total of this many stands for "this many or more". */
export const totalCap = 1000;
/** Scattered letters are looked for while fewer than this match better. */
const fewForScattered = 50;
/** Slips are looked for while fewer than this match better. */
const fewForSlips = 8;
/** Units of all forms of a station. */
const usualUnits = 64;
const keptTokens = 8;
const keptTraces = 400;

/** A field in a language makes an item one of the fixed vocabulary, small enough for scattered letters. */
const isVocabulary = ({ fields }: SearchItem) =>
  fields.some(({ kind }) => kind === 'zh-chs' || kind === 'en' || kind === 'ja');

/**
 * A search over names in three languages with their readings. Built once for a list of items: live values are none
 * of its business. Every token of a query must match somewhere in an item, at once in all languages, readings,
 * initials and spellings of romaji; the worst of its tokens ranks an item, or the whole query as one where that is
 * better. Equal ranks go by recency, then shorter title, then order.
 */
export class SearchIndex {
  readonly #items: readonly SearchItem[];
  /** Items by length of title, then order; everything below counts items along it. */
  readonly #order: Int32Array;
  readonly #main: Layer;
  readonly #romaji: Layer;
  readonly #vocabulary: Uint8Array;
  readonly #recency: Recency;
  readonly #seen: Uint8Array;
  readonly #starts = new Map<string, Uint8Array>();
  readonly #traces = new Map<number, ReturnType<typeof traceFields>>();

  constructor(items: readonly SearchItem[]) {
    this.#items = items;
    const { length } = items;
    const keys = new Float64Array(length);
    items.forEach((item, index) => {
      keys[index] = (item.fields[0]?.text.length ?? 0) * length + index;
    });
    keys.sort();
    this.#order = new Int32Array(length);
    for (let place = 0; place < length; place += 1) this.#order[place] = (keys[place] ?? 0) % length;
    const main = new Forms(false, 256 + length * usualUnits);
    const romaji = new Forms(false);
    const mainStarts = new Int32Array(length + 1);
    const romajiStarts = new Int32Array(length + 1);
    this.#vocabulary = new Uint8Array(length);
    this.#seen = new Uint8Array(length);
    this.#order.forEach((index, place) => {
      const item = items[index];
      if (item === undefined) return;
      const [title] = item.fields;
      for (const field of item.fields)
        if (field === title || field.kind === 'reading' || field.text !== title?.text)
          addForms(field, main, romaji);
      mainStarts[place + 1] = main.length;
      romajiStarts[place + 1] = romaji.length;
      if (isVocabulary(item)) this.#vocabulary[place] = 1;
    });
    this.#main = new Layer(main, mainStarts);
    this.#romaji = new Layer(romaji, romajiStarts);
    this.#recency = new Recency(items, this.#order);
  }

  /**
   * The best `limit` items for what was typed. Nothing typed, or only separators: all items, the recent first, then
   * in their order.
   */
  search(query: string, { limit, recency, include }: SearchOptions): SearchResult {
    const parsed = parseQuery(query);
    if (parsed === null || limit < 0) return { hits: [], total: 0 };
    const recent = this.#recency.of(recency);
    const takes = (place: number) => include === undefined || include(this.#order[place] ?? 0);
    if (parsed.tokens.length === 0) return this.#everything(limit, recent.places, takes);
    const bins = ranks.map(() => ({ recent: [] as number[], rest: [] as number[] }));
    const seen = this.#seen.fill(0);
    const cap = Math.max(totalCap, limit);
    let total = 0;
    const take = (place: number, rank: number) => {
      const bin = bins[rank - 1];
      const used = recent.has[place] === 1;
      // Neither shown nor counted any more.
      if (bin === undefined || (total >= cap && !used && bin.rest.length >= limit)) return;
      seen[place] = 1;
      if (!takes(place)) return;
      total += 1;
      if (used) bin.recent.push(place);
      else if (bin.rest.length < limit) bin.rest.push(place);
    };
    this.#takeStarts(parsed, take);
    if (total < cap) {
      const stop = () => total >= cap;
      // Recent ones first: the counting may end before their turn.
      this.#takeLoose(parsed, recent.places, seen, inside, null, take, () => false);
      this.#takeLoose(parsed, null, seen, inside, null, take, stop);
      if (total < fewForScattered) this.#takeLoose(parsed, null, seen, scattered, null, take, stop);
      if (total < fewForSlips) {
        const slips = parsed.tokens.map((token) => this.#slips(token));
        this.#takeLoose(parsed, null, seen, slip, slips, take, stop);
      }
    }
    const hits: Hit[] = [];
    bins.forEach((bin, rank) => {
      bin.recent.sort((a, b) => recent.order(a) - recent.order(b));
      for (const place of [...bin.recent, ...bin.rest])
        if (hits.length < limit) hits.push(this.#hit(place, parsed, rank));
    });
    return { hits, total: Math.min(total, cap) };
  }

  #everything(limit: number, recent: readonly number[], takes: (place: number) => boolean): SearchResult {
    const places = new Int32Array(this.#order.length);
    this.#order.forEach((index, place) => {
      places[index] = place;
    });
    const shown = new Set(recent.filter(takes));
    let total = shown.size;
    for (const place of places) {
      if (total >= Math.max(totalCap, limit)) break;
      if (shown.has(place) || !takes(place)) continue;
      total += 1;
      if (shown.size < limit) shown.add(place);
    }
    const hits = [...shown]
      .slice(0, limit)
      .map((place): Hit => ({ index: this.#order[place] ?? 0, field: 0, ranges: [], rank: 'prefix' }));
    return { hits, total };
  }

  /** Rank of each item that has the token at a start; remembered, since typing changes the last token alone. */
  #rankStarts(token: Token): Uint8Array {
    const known = this.#starts.get(token.text);
    if (known !== undefined) return known;
    const best = new Uint8Array(this.#order.length);
    this.#main.rankStarts(token, best);
    if (token.key !== null) this.#romaji.rankStarts(token.key, best);
    const [oldest] = this.#starts.keys();
    if (this.#starts.size >= keptTokens && oldest !== undefined) this.#starts.delete(oldest);
    this.#starts.set(token.text, best);
    return best;
  }

  #takeStarts({ tokens, phrase }: Query, take: (place: number, rank: number) => void): void {
    const ranked = tokens.map((token) => this.#rankStarts(token));
    const whole = phrase === null ? null : this.#rankStarts(phrase);
    for (let place = 0; place < this.#order.length; place += 1) {
      let worst = 0;
      for (let t = 0; t < ranked.length; t += 1) {
        const rank = ranked[t]?.[place] ?? 0;
        if (rank === 0) {
          worst = 0;
          break;
        }
        if (rank > worst) worst = rank;
      }
      const all = whole?.[place] ?? 0;
      if (all !== 0 && (worst === 0 || all < worst)) worst = all;
      if (worst !== 0) take(place, worst);
    }
  }

  /** Takes the items whose every token matches, none weaker than `rank`. */
  #takeLoose(
    { tokens }: Query,
    places: readonly number[] | null,
    seen: Uint8Array,
    rank: number,
    slips: readonly (Uint8Array | null)[] | null,
    take: (place: number, rank: number) => void,
    stop: () => boolean,
  ): void {
    const matches = tokens.map((token, index) => {
      const starts = this.#rankStarts(token);
      // A lone token that stands inside was found before anything weaker was asked for.
      const asked = rank === inside || tokens.length > 1;
      const within = asked ? this.#main.inside(token) : () => false;
      const spelt = token.key === null || !asked ? null : this.#romaji.inside(token.key);
      const slipped = slips?.[index];
      return (place: number) =>
        starts[place] !== 0 ||
        slipped?.[place] === 1 ||
        within(place) ||
        spelt?.(place) === true ||
        (rank >= scattered && this.#vocabulary[place] === 1 && this.#main.scattered(place, token));
    });
    const count = places?.length ?? this.#order.length;
    for (let i = 0; i < count && !stop(); i += 1) {
      const place = places === null ? i : (places[i] ?? 0);
      if (seen[place] === 1 || (rank === scattered && this.#vocabulary[place] === 0)) continue;
      let all = true;
      for (let t = 0; t < matches.length && all; t += 1) all = matches[t]?.(place) === true;
      if (all) take(place, rank);
    }
  }

  #slips(token: Token): Uint8Array | null {
    if (!token.forgiving) return null;
    const found = new Uint8Array(this.#order.length);
    this.#main.markSlips(token, found);
    return found;
  }

  #hit(place: number, query: Query, rank: number): Hit {
    const index = this.#order[place] ?? 0;
    let fields = this.#traces.get(index);
    const item = this.#items[index];
    if (fields === undefined) {
      if (this.#traces.size >= keptTraces) this.#traces.clear();
      fields = item === undefined ? [] : traceFields(item);
      this.#traces.set(index, fields);
    }
    return { index, ...explain(fields, query, rank + 1), rank: ranks[rank] ?? 'typo' };
  }
}
