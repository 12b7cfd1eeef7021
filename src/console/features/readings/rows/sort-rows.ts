import type { DataRow } from '../../../components/table/DataTable.tsx';

export interface Sorting {
  /** Id of the column. */
  readonly column: string;
  readonly down: boolean;
}

/** What a press on a head makes of the sorting: downwards, upwards, and back to the order of time. */
export function nextSorting(now: Sorting | null, column: string): Sorting | null {
  if (now?.column !== column) return { column, down: true };
  return now.down ? { column, down: false } : null;
}

/** Rows by a column; those without a value come last whichever way, equal ones stay as they were. */
export function sortRows(rows: readonly DataRow[], { column, down }: Sorting): readonly DataRow[] {
  const sign = down ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [a.values[column] ?? null, b.values[column] ?? null];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
    return sign * (String(left) < String(right) ? -1 : String(left) > String(right) ? 1 : 0);
  });
}
