/** What is drawn above a result table: bars in the order of the rows, lines in that of their x. */
import { describe, expect, it } from 'vitest';
import { mostBars, plotOfTable } from '../../../../../src/console/features/scripts/run/table-plot.ts';
import { tableOf } from '../../../../../src/console/features/scripts/run/tables.ts';

const logged = (drawn: unknown) =>
  tableOf(
    JSON.stringify({
      columns: ['station', 'rate', 'at'],
      heads: ['Station', 'Rate', 'At'],
      rows: [
        ['A-1', -2, 1_790_000_200_000],
        ['A-2', 5, 1_790_000_000_000],
        ['A-3', null, 1_790_000_100_000],
      ],
      total: 3,
      drawn,
    }),
  );
const drawn = (of: unknown) => {
  const table = logged(of);
  return plotOfTable(table, table.rows, 'UTC', 640);
};

describe('the picture of a result table', () => {
  it('is a bar a row, the first at the top, from 0; a row without a number has none', () => {
    const plot = drawn({ as: 'bars', x: 0, y: [1] });
    expect(plot?.layers).toEqual([
      {
        type: 'rows',
        rows: [
          { from: 0, to: 1, value: -2 },
          { from: 1, to: 2, value: 5 },
        ],
        color: '--c1',
      },
    ]);
    expect([plot?.x.from, plot?.x.to, plot?.y.from, plot?.y.to]).toEqual([-2, 5, 3, 0]);
    expect(plot?.y.ticks).toEqual([
      { at: 0.5, label: 'A-1' },
      { at: 1.5, label: 'A-2' },
      { at: 2.5, label: 'A-3' },
    ]);
  });

  it('has the first bars alone', () => {
    const table = logged({ as: 'bars', x: 0, y: [1] });
    const many = Array.from({ length: mostBars + 1 }, (_, n) => [`B-${n}`, n, 0]);
    const [layer] = plotOfTable(table, many, 'UTC', 640)?.layers ?? [];
    expect(layer?.type === 'rows' && layer.rows.length).toBe(mostBars);
  });

  it('is lines in the order of x, with a break where a value is missing', () => {
    const [line] = drawn({ as: 'line', x: 2, y: [1] })?.layers ?? [];
    expect(line?.type === 'line' && [...Array.from(line.x), ...Array.from(line.y)]).toEqual([
      1_790_000_000_000,
      1_790_000_100_000,
      1_790_000_200_000,
      5,
      Number.NaN,
      -2,
    ]);
  });

  it.each([
    ['nothing asked', null],
    ['no such picture', { as: 'pie', x: 0, y: [1] }],
    ['a place before the first', { as: 'bars', x: -1, y: [1] }],
    ['no list', { as: 'bars', x: 0, y: 1 }],
    ['a column of words', { as: 'line', x: 0, y: [1] }],
    ['a column that is not there', { as: 'bars', x: 0, y: [7] }],
  ])('is none for %s', (_, of) => expect(drawn(of)).toBeNull());
});
