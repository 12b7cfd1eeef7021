/** What the two dialects do differently while a batch is stored. */
import type { Cell, Executor } from '../executor.ts';
import type { SeriesKey } from '../readings/source.ts';
import type { StoredRow } from '../tables.ts';
import type { Series } from './series.ts';
import type { RowKey, WholeRow } from './whole-row.ts';

/** Cells of a row that is there. */
export interface ChangedCells extends RowKey {
  /** Aligned with the columns that the caller names. */
  readonly cells: readonly Cell[];
}
export interface ChangedDay {
  readonly key: SeriesKey;
  /** Start of the day. */
  readonly day: number;
}

type Done = void | Promise<void>;

/** Writes within the caller's transaction. Every list may be long; each is written in as few statements as the dialect needs. */
export interface IngestBackend {
  readonly exec: Executor;
  /** Rows of times that the table does not have. */
  insert(row: StoredRow, rows: readonly WholeRow[]): Done;
  /** Some columns of rows that the table has. */
  update(row: StoredRow, columns: readonly string[], rows: readonly ChangedCells[]): Done;
  /** Takes rows out of the table. */
  remove(row: StoredRow, rows: readonly RowKey[]): Done;
  /** Days whose summaries no longer hold. */
  markDays(days: readonly ChangedDay[]): Done;
  /** The newest values of series, with their revision. */
  saveLatest(series: readonly Series[]): Done;
}
