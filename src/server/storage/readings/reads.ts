/** The reads that may take long, by name: what a reader thread answers, and PostgreSQL's pool. */

import type { RowId } from '../../../catalogue/model.ts';
import type { HistoryColumns } from '../../../contract/history/columns.ts';
import type { Gap, HistoryQuery, RowsPage, RowsQuery, SourceOverview } from '../storage.ts';
import { type ArrivalQuery, type Arrivals, readArrivals } from './arrivals.ts';
import { type EarlierQuery, readAmounts, readEarlier } from './earlier.ts';
import { type GapQuery, readGaps } from './gaps.ts';
import { readHistory } from './history.ts';
import { readOverview, readRows } from './rows.ts';
import { readSince, type SinceQuery } from './since.ts';
import type { ReadingSource } from './source.ts';

export interface Reads {
  history(query: HistoryQuery): Promise<HistoryColumns>;
  gaps(query: GapQuery): Promise<readonly Gap[]>;
  rows(query: RowsQuery): Promise<RowsPage>;
  arrivals(query: ArrivalQuery): Promise<Arrivals>;
  overview(row: RowId, sourceIds: readonly number[]): Promise<readonly SourceOverview[]>;
  earlier(query: EarlierQuery): Promise<readonly (number | null)[]>;
  amounts(query: EarlierQuery): Promise<readonly (number | null)[]>;
  since(query: SinceQuery): Promise<number | null>;
}

/** The reads over a source. */
export function readsOf(source: ReadingSource): Reads {
  return {
    history: (query) => readHistory(source, query),
    gaps: (query) => readGaps(source, query),
    rows: (query) => readRows(source, query),
    arrivals: (query) => readArrivals(source, query),
    overview: (row, sourceIds) => readOverview(source, row, sourceIds),
    earlier: (query) => readEarlier(source.exec, query),
    amounts: (query) => readAmounts(source.exec, query),
    since: (query) => readSince(source.exec, query),
  };
}

/** A read as a message to a reader thread. */
export type ReadRequest =
  | { readonly name: 'history'; readonly query: HistoryQuery }
  | { readonly name: 'gaps'; readonly query: GapQuery }
  | { readonly name: 'rows'; readonly query: RowsQuery }
  | { readonly name: 'arrivals'; readonly query: ArrivalQuery }
  | { readonly name: 'earlier' | 'amounts'; readonly query: EarlierQuery }
  | { readonly name: 'since'; readonly query: SinceQuery }
  | { readonly name: 'overview'; readonly row: RowId; readonly sourceIds: readonly number[] };

/** Answers a request. */
export function answer(reads: Reads, request: ReadRequest): Promise<unknown> {
  switch (request.name) {
    case 'history':
      return reads.history(request.query);
    case 'gaps':
      return reads.gaps(request.query);
    case 'rows':
      return reads.rows(request.query);
    case 'arrivals':
      return reads.arrivals(request.query);
    case 'overview':
      return reads.overview(request.row, request.sourceIds);
    case 'earlier':
      return reads.earlier(request.query);
    case 'amounts':
      return reads.amounts(request.query);
    case 'since':
      return reads.since(request.query);
  }
}

/** The buffers of an answer that may be handed over instead of copied. */
export function buffersOf(columns: HistoryColumns): ArrayBuffer[] {
  const arrays = columns.channels.flatMap(({ value, min, max, first, last, mean }) => [
    value,
    min,
    max,
    first,
    last,
    mean,
  ]);
  return [columns.t, ...arrays].flatMap((array) =>
    array?.buffer instanceof ArrayBuffer ? [array.buffer] : [],
  );
}
