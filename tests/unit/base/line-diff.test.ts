/** What differs between two texts: every text can be put together again from the lines, and nothing needless differs. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DiffLine, hunksOf, lineDiff, linesOf } from '../../../src/base/line-diff.ts';

const sideOf = (lines: readonly DiffLine[], but: DiffLine['type']) =>
  lines.filter(({ type }) => type !== but).map(({ text }) => text);
const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 24 }).map((lines) => lines.join('\n'));

/** Lines of the longest common subsequence, by the plain table. */
function common(a: readonly string[], b: readonly string[]): number {
  const best = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let x = a.length - 1; x >= 0; x -= 1)
    for (let y = b.length - 1; y >= 0; y -= 1)
      (best[x] as number[])[y] =
        a[x] === b[y]
          ? (best[x + 1]?.[y + 1] ?? 0) + 1
          : Math.max(best[x + 1]?.[y] ?? 0, best[x]?.[y + 1] ?? 0);
  return best[0]?.[0] ?? 0;
}

describe('a difference', () => {
  test('holds both texts, and as many common lines as there are', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = lineDiff(before, after);
        expect(sideOf(lines, 'new')).toEqual(linesOf(before));
        expect(sideOf(lines, 'gone')).toEqual(linesOf(after));
        const same = lines.filter(({ type }) => type === 'same').length;
        expect(same).toBe(common(linesOf(before), linesOf(after)));
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  test('of ends of lines there is none', () => {
    expect(hunksOf(lineDiff('a\r\nb\r\n', 'a\nb'))).toEqual([]);
  });

  test('beyond what is looked for, all of it stands as gone and new', () => {
    const of = (word: string) => Array.from({ length: 700 }, (_, at) => `${word} ${at}`).join('\n');
    const lines = lineDiff(of('was'), of('is'));
    expect([sideOf(lines, 'new').length, sideOf(lines, 'gone').length]).toEqual([700, 700]);
  });

  test('is shown with three lines around, and where they stand in both texts', () => {
    const before = Array.from({ length: 40 }, (_, at) => String(at + 1));
    const after = before.toSpliced(9, 1, 'ten').toSpliced(30, 0, 'more');
    const hunks = hunksOf(lineDiff(before.join('\n'), after.join('\n')));
    expect(hunks.map((hunk) => [hunk.before, hunk.after, hunk.lines.length])).toEqual([
      [7, 7, 8],
      [28, 28, 7],
    ]);
    expect(hunks[0]?.lines.slice(3, 5)).toEqual([
      { type: 'gone', text: '10' },
      { type: 'new', text: 'ten' },
    ]);
  });
});
