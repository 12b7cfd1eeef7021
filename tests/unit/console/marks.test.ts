import { describe, expect, it } from 'vitest';
import { type ChartMark, nextMark, placeMarks } from '../../../src/console/components/chart/marks.ts';

const mark = (key: string, t: number): ChartMark => ({ key, t, icon: 'message', kind: 'Remark', text: key });
const keysOf = (marks: readonly ChartMark[]) => marks.map(({ key }) => key).join('');

describe('marks on the lane', () => {
  it('stand at their moments, oldest first, those in view alone', () => {
    const marks = [mark('c', 300), mark('a', 100), mark('z', 999), mark('y', 1)];
    const placed = placeMarks(marks, 50, 500, (t) => t);
    expect(placed.map(({ x, marks: own }) => [x, keysOf(own)])).toEqual([
      [100, 'a'],
      [300, 'c'],
    ]);
  });
  it('share a place where they would lie over each other, counted from its first', () => {
    const marks = [mark('a', 100), mark('b', 117), mark('c', 118), mark('d', 119)];
    const placed = placeMarks(marks, 0, 500, (t) => t);
    expect(placed.map(({ marks: own }) => keysOf(own))).toEqual(['ab', 'cd']);
  });
  it('of a shared place are chosen one after the other, round the end; a single one again ends its choice', () => {
    const [both] = placeMarks([mark('a', 1), mark('b', 2)], 0, 9, (t) => t);
    const [single] = placeMarks([mark('a', 1)], 0, 9, (t) => t);
    if (both === undefined || single === undefined) throw new Error('nothing placed');
    expect([null, 'a', 'b', 'other'].map((chosen) => nextMark(both, chosen)?.key)).toEqual([
      'a',
      'b',
      'a',
      'a',
    ]);
    expect(nextMark(single, 'a')?.key).toBe('a');
  });
});
