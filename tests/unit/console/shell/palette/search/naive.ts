/** The search said plainly, without any index: what the real one must agree with. */
import { romaji } from '../../../../../../src/base/pronunciation/kana.ts';
import { romajiKey } from '../../../../../../src/base/pronunciation/romaji-key.ts';
import { fold } from '../../../../../../src/console/shell/palette/search/fold.ts';
import type { SearchField, SearchItem } from '../../../../../../src/console/shell/palette/search/index.ts';
import { ranks } from '../../../../../../src/console/shell/palette/search/types.ts';

interface Segment {
  readonly text: string;
  /** Offsets at which words begin, and parts of words. */
  readonly words: ReadonlySet<number>;
  readonly starts: ReadonlySet<number>;
}
interface Wanted {
  readonly text: string;
  readonly crosses: boolean;
  readonly key: string | null;
}

const isAscii = (text: string) => /^[ -~]*$/.test(text);
const wordsOf = (folded: string) =>
  folded.split(/(?:[\p{P}\p{Z}\p{C}]|[ -/:-@[-`{-~])+/u).filter((word) => word !== '');

function segmentOf(folded: string): Segment[] {
  const words = new Set<number>();
  const starts = new Set<number>();
  let text = '';
  for (const word of wordsOf(folded)) {
    words.add(text.length);
    for (const { index } of word.matchAll(/[a-z]+|[0-9]+|[^a-z0-9]+/gu)) starts.add(text.length + index);
    text += word;
  }
  return text === '' ? [] : [{ text, words, starts }];
}

function segmentsOf({ kind, text }: SearchField): { main: Segment[]; keys: Segment[] } {
  const folded = fold(text).text;
  const main = segmentOf(folded);
  const words = wordsOf(folded);
  if (isAscii(folded)) {
    if (kind !== 'reading' || words.length < 2) return { main, keys: [] };
    const initials = words.map((word) => word[0] ?? '').join('');
    const all = new Set(words.keys());
    return { main: [...main, { text: initials, words: new Set([0]), starts: all }], keys: [] };
  }
  if (!/[ぁ-ゖ]/.test(folded) || /[一-鿿]/.test(folded)) return { main, keys: [] };
  return { main: [...main, ...segmentOf(romaji(folded))], keys: segmentOf(romajiKey(romaji(folded))) };
}

function startRank({ text, starts }: Segment, token: string): number {
  const found = [...starts].filter((start) => text.startsWith(token, start));
  if (found.length === 0) return 9;
  return found.includes(0) ? (text === token ? 0 : 1) : 2;
}
function isInside({ text, words }: Segment, { text: token, crosses }: Wanted): boolean {
  for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + 1)) {
    const from = at;
    if (crosses || ![...words].some((word) => word > from && word < from + token.length)) return true;
  }
  return false;
}
function isScattered({ text, starts }: Segment, token: string): boolean {
  if (token.length < 2) return false;
  return [...starts].some((start) => {
    if (text[start] !== token[0]) return false;
    let at = start;
    for (const letter of token.slice(1)) {
      at = text.indexOf(letter, at + 1);
      // Letters farther apart than four times their number say nothing.
      if (at < 0 || at >= start + 4 * token.length) return false;
    }
    return true;
  });
}

/** Optimal string alignment distance. */
function distance(a: string, b: string): number {
  const row = (i: number, j: number): number => table[i]?.[j] ?? 99;
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_value, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      let best = Math.min(
        row(i - 1, j) + 1,
        row(i, j - 1) + 1,
        row(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, row(i - 2, j - 2) + 1);
      const line = table[i];
      if (line !== undefined) line[j] = best;
    }
  return row(a.length, b.length);
}
const hasSlip = ({ text, starts }: Segment, token: string) =>
  [...starts].some((start) =>
    [-1, 0, 1].some((more) => {
      const part = text.slice(start, start + token.length + more);
      return part.length === token.length + more && distance(part, token) <= 1;
    }),
  );

function wantedOf(query: string): Wanted[] {
  const parts = fold(query).text.split(/[\s,;、。・]+/u);
  const wanted = parts.flatMap((part) => {
    const words = wordsOf(part);
    const text = words.join('');
    if (text === '') return [];
    const key = /^[a-z0-9]+$/.test(text)
      ? romajiKey(text)
      : /^[ぁ-ゖーa-z]*[a-z]$/.test(text)
        ? romajiKey(romaji(text).replaceAll("'", ''))
        : '';
    return [{ text, crosses: words.length > 1, key: key === '' ? null : key }];
  });
  return wanted.filter(
    ({ text, crosses }, at) =>
      wanted.findIndex((one) => one.text === text && (one.crosses === crosses || !one.crosses)) === at,
  );
}

/** All hits with their ranks, best first, without ranges. */
export function naiveSearch(
  items: readonly SearchItem[],
  query: string,
  recency: (key: string) => number | undefined = () => undefined,
): readonly { readonly index: number; readonly rank: string }[] {
  const wanted = wantedOf(query);
  if (wanted.length === 0) return [];
  const whole = wantedOf(wantedOf(query).length > 1 ? wanted.map(({ text }) => text).join('') : '');
  const known = items.map(({ fields }) => {
    const segments = fields.map(segmentsOf);
    return {
      main: segments.flatMap(({ main }) => main),
      keys: segments.flatMap(({ keys }) => keys),
      vocabulary: fields.some(({ kind }) => kind === 'zh-chs' || kind === 'en' || kind === 'ja'),
    };
  });
  const starts = (at: number, { text, key }: Wanted) =>
    Math.min(
      9,
      ...(known[at]?.main ?? []).map((segment) => startRank(segment, text)),
      ...(key === null ? [] : (known[at]?.keys ?? []).map((segment) => startRank(segment, key))),
    );
  const rankOf = (at: number, one: Wanted, weakest: number): number => {
    const found = starts(at, one);
    if (found < 9) return found;
    const { main = [], keys = [], vocabulary = false } = known[at] ?? {};
    const { key } = one;
    if (main.some((segment) => isInside(segment, one))) return 3;
    if (key !== null && keys.some((segment) => isInside(segment, { ...one, text: key }))) return 3;
    if (weakest >= 4 && vocabulary && main.some((segment) => isScattered(segment, one.text))) return 4;
    const letters = one.text.replace(/[0-9]/g, '');
    const ideographs = letters.match(/[一-鿿]/g)?.length ?? 0;
    // Four letters, or three ideographs, are enough to be looked for with a slip.
    const isLong = 4 * ideographs + 3 * (letters.length - ideographs) >= 12;
    return weakest >= 5 && isLong && main.some((segment) => hasSlip(segment, one.text)) ? 5 : 9;
  };
  const found = new Map<number, number>();
  for (const [weakest, few] of [
    [3, Number.POSITIVE_INFINITY],
    [4, 50],
    [5, 8],
  ] as const) {
    if (found.size >= few) continue;
    const more = items.flatMap((_, at) => {
      const tokens = Math.max(...wanted.map((one) => rankOf(at, one, weakest)));
      const phrase = Math.min(9, ...whole.map((one) => starts(at, one)));
      const rank = Math.min(tokens === 9 ? 9 : Math.max(tokens, weakest > 3 ? weakest : 0), phrase);
      return found.has(at) || rank === 9 ? [] : [[at, rank] as const];
    });
    for (const [at, rank] of more) found.set(at, rank);
  }
  const use = (at: number) => recency(items[at]?.key ?? '') ?? Number.POSITIVE_INFINITY;
  const length = (at: number) => items[at]?.fields[0]?.text.length ?? 0;
  return [...found]
    .toSorted(([a, one], [b, other]) => {
      const turn = use(a) - use(b);
      return one - other || (Number.isNaN(turn) ? 0 : turn) || length(a) - length(b) || a - b;
    })
    .map(([index, rank]) => ({ index, rank: ranks[rank] ?? '' }));
}
