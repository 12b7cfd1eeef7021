import type { DataRow } from '../../../components/table/DataTable.tsx';

export interface RowGap {
  readonly from: number;
  readonly to: number;
  /** What it is, and how many readings are missing, in words. */
  readonly words: readonly string[];
}

/**
 * Rows, newest first, with a line for each gap between them. A gap older than the oldest row is left out unless all rows
 * are here: rows that are not loaded yet may lie before it.
 */
export function withGaps(
  rows: readonly DataRow[],
  gaps: readonly RowGap[],
  whole: boolean,
): readonly DataRow[] {
  const oldest = rows.at(-1)?.t ?? Number.POSITIVE_INFINITY;
  const shown = gaps
    .filter(({ from }) => whole || from >= oldest)
    .map(({ from, words }): DataRow => ({ t: from, values: {}, gap: words }));
  if (shown.length === 0) return rows;
  // Of one time the gap, which begins there, is newer than the reading.
  return [...shown, ...rows].sort(
    (a, b) => b.t - a.t || Number(a.gap === undefined) - Number(b.gap === undefined),
  );
}
