/** A row with all its cells, and how it is made of what a table or a chunk holds. */
import { type Cell, toNumber } from '../executor.ts';
import type { StoredRow } from '../tables.ts';
import { notGoodByPlace } from './cells.ts';
import { allComputed, type RowState } from './row-state.ts';

/** A place in a table. */
export interface RowKey {
  readonly sourceId: number;
  readonly element: number;
  readonly t: number;
}
/** A row with all its cells. */
export interface WholeRow extends RowKey {
  readonly receivedAt: number;
  readonly historical: 0 | 1;
  readonly state: RowState;
}

/** What a row has beside its key and its time of receipt, in the order of `wholeRow`. */
export const contentColumns = (row: StoredRow): readonly string[] => [
  'historical',
  'not_good',
  ...(row.derived === null ? [] : ['computed']),
  ...row.columns.map(({ name }) => name),
];

/** A row from its cells: source, element, time, time of receipt, then `contentColumns`. */
export function wholeRow(row: StoredRow, cells: readonly Cell[]): WholeRow {
  const [sourceId, element, t, receivedAt, historical, notGood, ...rest] = cells;
  const computed = row.derived === null ? 0 : rest.shift();
  return {
    sourceId: toNumber(sourceId),
    element: toNumber(element),
    t: toNumber(t),
    receivedAt: toNumber(receivedAt),
    historical: historical === 1 ? 1 : 0,
    state: {
      cells: rest.map((cell) => cell ?? null),
      // A row from before the bits were kept: its derived channels are the server's.
      computed: typeof computed === 'number' ? computed : allComputed(row),
      notGood: notGoodByPlace(row, notGood),
    },
  };
}
