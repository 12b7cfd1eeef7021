import type { DataRow } from '../../../src/console/components/table/DataTable.tsx';
import type { TableColumn } from '../../../src/derive/row-columns.ts';

/** Twenty columns of numbers. */
export const columns: readonly TableColumn[] = Array.from({ length: 20 }, (_, index) => ({
  row: 'tilt',
  id: `c${index}`,
  type: 'number',
  unit: '°',
  digits: 3,
  heading: 'table.time',
  values: null,
  flags: [],
  element: false,
}));

/** Rows a minute apart, newest first. Their values repeat after some thousand rows, so that a million fit in memory. */
export function makeRows(count: number): readonly DataRow[] {
  const values = Array.from({ length: 4096 }, (_, row) =>
    Object.fromEntries(
      columns.map(({ id }, index) => [id, Math.sin(row * 0.37 + index) * 10 ** (index % 4)]),
    ),
  );
  return Array.from({ length: count }, (_, index) => ({
    t: 1_760_000_000_000 - index * 60_000,
    values: values[index % values.length] ?? {},
  }));
}
