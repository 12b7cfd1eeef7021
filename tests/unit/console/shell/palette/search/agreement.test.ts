import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type FieldKind,
  SearchIndex,
  type SearchItem,
} from '../../../../../../src/console/shell/palette/search/index.ts';
import { naiveSearch } from './naive.ts';

const pieces = [
  'a',
  'b',
  'an',
  'ji',
  'shi',
  'ka',
  'tsu',
  'Ab',
  '1',
  '23',
  '-',
  ' ',
  ' ',
  '/',
  'か',
  'っ',
  'カ',
  'ｶﾞ',
];
const more = [
  '一',
  '键',
  '点',
  'ー',
  'う',
  'ん',
  '（',
  'é',
  'Ü',
  '\ud83d\ude80',
  '\ud800',
  '\u0000',
  'ﬃ',
  'お',
];
const text = fc
  .array(fc.constantFrom(...pieces, ...more), { minLength: 1, maxLength: 7 })
  .map((parts) => parts.join(''));
const kind = fc.constantFrom<FieldKind>('title', 'zh-chs', 'en', 'ja', 'reading', 'code', 'alias');
const items = fc
  .array(fc.array(fc.record({ kind, text }), { minLength: 1, maxLength: 3 }), { maxLength: 30 })
  .map((all): readonly SearchItem[] => all.map((fields, at) => ({ key: `k${at}`, fields })));

it('finds what a plain search finds, in the same order', () => {
  fc.assert(
    fc.property(items, text, fc.nat(5), (list, query, used) => {
      const recency = (key: string) => (key.endsWith(String(used)) ? key.length + used : undefined);
      const expected = naiveSearch(list, query, recency);
      const { hits, total } = new SearchIndex(list).search(query, { limit: 1000, recency });
      // Separators alone, and a mark that lengthens nothing, are no text to find.
      if (!/[^\p{P}\p{Z}\p{C}]/u.test(query) || /(?:^|[\p{P}\p{Z}\p{C}])ー/u.test(query)) return;
      expect(hits.map(({ index, rank }) => ({ index, rank }))).toEqual(expected);
      expect(total).toBe(expected.length);
    }),
    { numRuns: 600 },
  );
}, 300_000);

it('gives the beginning of the whole list, whatever the limit and whatever was asked before', () => {
  fc.assert(
    fc.property(items, fc.array(text, { maxLength: 12 }), fc.nat(6), (list, queries, limit) => {
      const index = new SearchIndex(list);
      for (const query of queries) {
        const all = new SearchIndex(list).search(query, { limit: 1000 });
        const some = index.search(query, { limit });
        expect(some).toEqual({ hits: all.hits.slice(0, limit), total: all.total });
      }
    }),
    { numRuns: 200 },
  );
}, 300_000);

it('marks parts of the shown text, ascending and apart', () => {
  fc.assert(
    fc.property(items, text, (list, query) => {
      for (const { index, field, ranges } of new SearchIndex(list).search(query, { limit: 50 }).hits) {
        const shown = list[index]?.fields[field]?.text ?? '';
        let last = -1;
        for (const [start, end] of ranges) {
          expect(start).toBeGreaterThan(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(shown.length);
          last = end;
        }
      }
    }),
    { numRuns: 400 },
  );
}, 300_000);

it('looks for weaker matches while as few as allowed match better, whatever their number', () => {
  const word = (kindOf: FieldKind, text: string) => ({ kind: kindOf, text });
  /** As many that match well, some of each weaker kind, in any order. */
  const made = fc
    .record({
      well: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 46, max: 54 })),
      inside: fc.integer({ min: 0, max: 4 }),
      scattered: fc.integer({ min: 0, max: 5 }),
      slipped: fc.integer({ min: 0, max: 3 }),
      turn: fc.nat(40),
    })
    .map(({ well, inside, scattered, slipped, turn }): readonly SearchItem[] => {
      const many = (count: number, make: (at: number) => string) =>
        Array.from({ length: count }, (_, at) => make(at));
      const texts = [
        ...many(well, (at) => `slope ${at}`),
        ...many(inside, (at) => `xslope ${'y'.repeat(at)}`),
        ...many(scattered, (at) => `south long pear ${at}`),
        ...many(slipped, (at) => `slape ${at}`),
      ];
      const turned = [...texts.slice(turn), ...texts.slice(0, turn)];
      return turned.map((text, at) => ({ key: `k${at}`, fields: [word('title', text), word('en', text)] }));
    });
  fc.assert(
    fc.property(made, fc.constantFrom('slope', 'slope pe', 'slop'), fc.nat(60), (list, query, used) => {
      const recency = (key: string) => (key === `k${used}` ? 1 : undefined);
      const { hits, total } = new SearchIndex(list).search(query, { limit: 1000, recency });
      const expected = naiveSearch(list, query, recency);
      expect(hits.map(({ index, rank }) => ({ index, rank }))).toEqual(expected);
      expect(total).toBe(expected.length);
    }),
    { numRuns: 400 },
  );
}, 300_000);
