/** What is drawn above a result table. Pure. */

import type { PlotLayer, PlotSpec } from '../../../components/plot/plot-spec.ts';
import { numberAxis, timeAxis } from '../../../components/plot/ticks.ts';
import type { Table } from './tables.ts';

/** Bars that have a place; the rows below stand in the table alone. */
export const mostBars = 12;
/** Numbers from which on a column holds moments, UTC ms: from 2001 on. */
const firstMoment = 1e12;
const colors = ['--c1', '--c2', '--c3', '--c4', '--c5', '--c6', '--c7'] as const;
/** Letters of a bar's name that have a place at its left. */
const longestName = 6;

/** The end of a code tells it from its neighbours. */
const shortName = (name: string) => (name.length > longestName ? `…${name.slice(1 - longestName)}` : name);
const numberIn = (row: Table['rows'][number], column: number): number => {
  const cell = row[column];
  return typeof cell === 'number' ? cell : Number.NaN;
};
/** Least and greatest of the numbers, with 0 where bars begin; null without any. */
function spanOf(values: readonly number[], hasZero: boolean): readonly [number, number] | null {
  const known = values.filter((value) => Number.isFinite(value));
  if (known.length === 0) return null;
  const from = known.reduce((least, one) => Math.min(least, one), hasZero ? 0 : Number.POSITIVE_INFINITY);
  const to = known.reduce((most, one) => Math.max(most, one), hasZero ? 0 : Number.NEGATIVE_INFINITY);
  return from === to ? [from - 1, to + 1] : [from, to];
}

/** What is drawn, as the heads of its columns. */
export const namesOf = (columns: Table['columns'], y: readonly number[]): string =>
  y.map((column) => columns[column] ?? '').join(', ');

/**
 * The picture of the rows as they are shown: of bars the first 12, the uppermost first; of lines those of which `x` is a number, in
 * its order. Null where the table is not drawn, or nothing of it can be.
 * @param width of the plot, px
 */
export function plotOfTable(
  { columns, drawn }: Pick<Table, 'columns' | 'drawn'>,
  rows: Table['rows'],
  zone: string,
  width: number,
): PlotSpec | null {
  if (drawn == null) return null;
  const { as, x, y } = drawn;
  if (as === 'bars') {
    const first = rows.slice(0, mostBars);
    const values = first.map((row) => numberIn(row, y[0] ?? -1));
    const span = spanOf(values, true);
    if (span === null) return null;
    const bars = values.flatMap((value, i) => (Number.isNaN(value) ? [] : [{ from: i, to: i + 1, value }]));
    const named = first.map((row, i) => ({ at: i + 0.5, label: shortName(String(row[x] ?? '')) }));
    return {
      x: numberAxis(span[0], span[1], 6),
      y: { from: first.length, to: 0, ticks: named },
      layers: [{ type: 'rows', rows: bars, color: '--c1' }],
      showX: true,
    };
  }
  const points = rows
    .filter((row) => typeof row[x] === 'number')
    .toSorted((a, b) => numberIn(a, x) - numberIn(b, x));
  const at = Float64Array.from(points, (row) => numberIn(row, x));
  const lines = y.map((column) => Float64Array.from(points, (row) => numberIn(row, column)));
  const across = spanOf([...at], false);
  const up = spanOf(
    lines.flatMap((line) => [...line]),
    false,
  );
  if (across === null || up === null) return null;
  return {
    x:
      across[0] >= firstMoment
        ? timeAxis(across[0], across[1], zone, width)
        : numberAxis(across[0], across[1], 8),
    y: numberAxis(up[0], up[1], 5),
    layers: lines.map(
      (line, i): PlotLayer => ({ type: 'line', x: at, y: line, color: colors[i % colors.length] ?? '--c1' }),
    ),
    title: namesOf(columns, y),
    showX: true,
  };
}
