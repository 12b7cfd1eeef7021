/**
 * The one interface of the product's storage; two dialects stand behind it (SQLite by default, PostgreSQL by
 * DATABASE_URL). Times are UTC milliseconds. Reads of readings answer columns, never rows.
 */
import type { Kysely } from 'kysely';
import type { RowId } from '../../catalogue/model.ts';
import type { HistoryColumns } from '../../contract/history/columns.ts';
import type { Database } from './schema.ts';

/** A stored channel value: number (also enum codes, flags 0/1, flag-set bits, times), text, samples or missing. */
export type StoredValue = number | string | Uint8Array | null;

/** One reading row of one sensor (or, for row `status`, of one RTU) as it arrived. */
export interface Reading {
  /** Sensor id; for row `status` the RTU's id. */
  readonly sourceId: number;
  readonly row: RowId;
  /** Node or layer number from 1; 0 for the row's own channels. */
  readonly element: number;
  /** Collected at. */
  readonly t: number;
  readonly receivedAt: number;
  /** Sent flagged as historical (a resend or a stored sample). */
  readonly historical: boolean;
  /** By channel id; channels left out are stored as missing. */
  readonly values: Readonly<Record<string, StoredValue>>;
}

export interface IngestResult {
  /** Rows newly stored; the rest were duplicates by (source, t, element) and changed nothing. */
  readonly stored: number;
  readonly duplicates: number;
  /** The readings that became their source's newest (moved `latest`), in the order given. */
  readonly newest: readonly Reading[];
}

/** The newest row of a source. */
export interface LatestReading {
  readonly sourceId: number;
  readonly row: RowId;
  readonly element: number;
  readonly t: number;
  readonly receivedAt: number;
  readonly values: Readonly<Record<string, StoredValue>>;
}

export interface HistoryQuery {
  readonly sourceId: number;
  readonly row: RowId;
  readonly element: number;
  readonly channels: readonly string[];
  /** Inclusive from, exclusive to. */
  readonly from: number;
  readonly to: number;
  /** Pixel bins that the asker can draw; raw rows are answered when they fit in about 2 × bins. */
  readonly bins: number;
  /** Raw rows are answered also when there are at most this many. */
  readonly rawUpTo?: number;
}

/** Why there are no good values between two moments (BEHAVIOUR §4: the kinds of gap are kept apart). */
export interface Gap {
  readonly kind: 'silent' | 'resent' | 'fault' | 'removed';
  readonly from: number;
  readonly to: number;
  /** Readings concerned (resent, fault) or missed by the collection cycle (silent). */
  readonly count: number;
}

/** A page of recent rows, newest first, for tables and exports. */
export interface RowsQuery {
  readonly sourceId: number;
  readonly row: RowId;
  readonly element: number;
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  /** Rows strictly older than this moment (keyset paging). */
  readonly before?: number;
}
export interface RowsPage {
  readonly rows: readonly LatestReading[];
  /** All rows between from and to, whatever the limit. */
  readonly total: number;
}

export interface SourceOverview {
  readonly sourceId: number;
  readonly row: RowId;
  readonly count: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

export interface ReadingStore {
  /** Stores a batch in one transaction: rows, latest, rollups (recomputed for late data). Committed on return. */
  ingest(batch: readonly Reading[]): Promise<IngestResult>;
  latest(row: RowId | null, sourceIds: readonly number[]): Promise<readonly LatestReading[]>;
  history(query: HistoryQuery): Promise<HistoryColumns>;
  /** The newest `count` rows as raw columns ("latest 20"). */
  newest(
    query: Omit<HistoryQuery, 'from' | 'to' | 'bins'> & { readonly count: number },
  ): Promise<HistoryColumns>;
  /** `cycle`: seconds between collections. */
  gaps(
    query: Pick<HistoryQuery, 'sourceId' | 'row' | 'element' | 'from' | 'to'> & {
      readonly cycle: number;
      readonly sendCycle?: number;
    },
  ): Promise<readonly Gap[]>;
  rows(query: RowsQuery): Promise<RowsPage>;
  overview(row: RowId, sourceIds: readonly number[]): Promise<readonly SourceOverview[]>;
  /**
   * Readings of whole days (of the project) before the day of `before` are removed; rollups stay. Older readings are
   * refused from then on (counted as duplicates). Returns how many went.
   */
  prune(row: RowId, sourceIds: readonly number[], before: number): Promise<number>;
  /**
   * Rolls up at once every day that has ended or changed (else done in the background, a few seconds later). Answers
   * never depend on it: a day that is not rolled up is read from its readings. For imports, tests and benches.
   */
  settle(): Promise<void>;
}

export interface Storage {
  readonly dialect: 'sqlite' | 'postgres';
  /** Read-only (writes: `write`). Relational tables: companies, projects, stations, RTUs, sensors, users, roles, sessions, audit. */
  readonly db: Kysely<Database>;
  readonly readings: ReadingStore;
  /** Runs `work` in a write transaction, serialised with ingest (one writer). */
  write<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  /** Size on disk in bytes, and whether the last write was refused (disk full, read-only). */
  health(): Promise<{ readonly bytes: number; readonly problem: string | null }>;
  close(): Promise<void>;
}
