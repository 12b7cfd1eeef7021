import { describe, expect, it } from 'vitest';
import type { DataRow } from '../../../../../src/console/components/table/DataTable.tsx';
import { withGaps } from '../../../../../src/console/features/readings/rows/gap-rows.ts';
import { nextSorting, sortRows } from '../../../../../src/console/features/readings/rows/sort-rows.ts';

const row = (t: number, v?: number | string): DataRow => ({ t, values: v === undefined ? {} : { v } });
const times = (rows: readonly DataRow[]) => rows.map(({ t, gap }) => (gap === undefined ? t : `gap ${t}`));

describe('gaps between rows', () => {
  const rows = [row(50), row(40), row(10)];
  const gap = (from: number, to: number) => ({ from, to, words: ['gap', '2'] });
  it('stand where they begin, above the reading after which nothing came', () => {
    expect(times(withGaps(rows, [gap(10, 40)], true))).toEqual([50, 40, 'gap 10', 10]);
  });
  it('that begin after the newest reading stand on top', () => {
    expect(times(withGaps(rows, [gap(50, 90)], false))).toEqual(['gap 50', 50, 40, 10]);
  });
  it('older than what is loaded wait until all is loaded', () => {
    expect(times(withGaps(rows, [gap(5, 10)], false))).toEqual([50, 40, 10]);
    expect(times(withGaps(rows, [gap(5, 10)], true))).toEqual([50, 40, 10, 'gap 5']);
  });
});

describe('sorting rows by a column', () => {
  const rows = [row(4, 2), row(3), row(2, -1), row(1, 2)];
  it('downwards and upwards, without a value last, equal ones as they were', () => {
    expect(times(sortRows(rows, { column: 'v', down: true }))).toEqual([4, 1, 2, 3]);
    expect(times(sortRows(rows, { column: 'v', down: false }))).toEqual([2, 4, 1, 3]);
  });
  it('sorts texts by their characters', () => {
    expect(times(sortRows([row(1, 'b'), row(2, 'a')], { column: 'v', down: false }))).toEqual([2, 1]);
  });
  it('goes down, up, and back to time with the same head; another head begins anew', () => {
    const down = nextSorting(null, 'v');
    expect(down).toEqual({ column: 'v', down: true });
    const up = nextSorting(down, 'v');
    expect(up).toEqual({ column: 'v', down: false });
    expect(nextSorting(up, 'v')).toBeNull();
    expect(nextSorting(up, 'w')).toEqual({ column: 'w', down: true });
  });
});
