/**
 * The one interface of the product's storage; two dialects stand behind it (SQLite by default, PostgreSQL by
 * DATABASE_URL). Times are UTC milliseconds. Reads of readings answer columns, never rows.
 */
import type { Kysely } from 'kysely';
import type { RowId } from '../../catalogue/model.ts';
import type { HistoryColumns } from '../../contract/history/columns.ts';
import type { EarlierQuery } from './readings/earlier.ts';
import type { SinceQuery } from './readings/since.ts';
import type { Database } from './schema.ts';
import type { SharedStorage } from './shared.ts';

/** A stored channel value: number (also enum codes, flags 0/1, flag-set bits, times), text, samples or missing. */
export type StoredValue = number | string | Uint8Array | null;

/** A value that the device itself does not vouch for. */
export interface NotGood {
  /** Sparkplug `Quality`: 0 bad, 500 stale; any other code that is not 192 (good) is kept as it came. */
  readonly quality: number;
  readonly value: StoredValue;
}

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
  /** By channel id: kept and shown as such, never part of a curve, a sum or a change. Such a channel is not in `values`. */
  readonly notGood?: Readonly<Record<string, NotGood>>;
}

/** Two different values of one channel at one time. */
export interface Conflict {
  readonly sourceId: number;
  readonly row: RowId;
  readonly element: number;
  readonly t: number;
  readonly channel: string;
  /** What was stored before. */
  readonly stored: StoredValue;
  readonly offered: StoredValue;
}

/**
 * What becomes of a value that differs from the stored one of the same channel and time: the stored one stays (also a
 * device's rule), the new one takes its place, or nothing of the batch is stored.
 */
export type ConflictRule = 'keep' | 'replace' | 'fail';

export interface BatchOptions {
  /** Default `keep`. */
  readonly conflicts?: ConflictRule;
  /** Import that the batch belongs to: what it changes is recorded, so that the import can be undone. */
  readonly run?: number;
  /** How far the file of the import is read with this batch; committed with it, so that a kill leaves both or none. */
  readonly progress?: { readonly lines: number; readonly rejected: number };
  /** Alarms are evaluated anew where a reading stands behind newer ones, of an import by all of it. Default: unless it is of an import. */
  readonly evaluates?: boolean;
  /** Of an import that comes as it is measured: whoever stores it passes on what became newest, as of a device. */
  readonly isLive?: boolean;
  /** The result says of each reading what became of it. */
  readonly each?: boolean;
  /** Lines that are counted into the import besides those counted before. */
  readonly adds?: { readonly lines: number; readonly rejected: number };
  /** Everything is done and nothing is kept: the result says what would come of it. */
  readonly dryRun?: boolean;
}

export interface IngestResult {
  /** Rows newly stored. */
  readonly stored: number;
  /** Rows that were there and have got values for empty channels, or by the rule `replace` other values. */
  readonly filled: number;
  /** Readings that changed nothing: known already, or older than what is kept. */
  readonly duplicates: number;
  /** Values that differ from stored ones; of many the first 100, `conflictCount` counts all. */
  readonly conflicts: readonly Conflict[];
  readonly conflictCount: number;
  /** The rows, as they are stored now, that moved a channel of `latest` on, in the order given. */
  readonly newest: readonly Reading[];
  /**
   * Of the series of each of `newest`: its revision before and after the batch. `before` is NaN where the batch changed
   * other rows of the series, too. Who holds the rows of `before` has those of `after` with the newest ones added.
   */
  readonly revisions: { readonly before: Float64Array; readonly after: Float64Array };
  /** Where it was asked for, one a reading: 0 changed nothing, 1 stored, 2 filled in. */
  readonly each?: Uint8Array;
}

/** One row as it is stored. */
export interface StoredReading {
  readonly sourceId: number;
  readonly row: RowId;
  readonly element: number;
  readonly t: number;
  readonly receivedAt: number;
  readonly values: Readonly<Record<string, StoredValue>>;
  readonly notGood?: Readonly<Record<string, NotGood>>;
}

/** Of each channel of a source its newest value; the time and receipt are those of the newest row. */
export interface LatestReading extends StoredReading {
  /** Times of the values that are older than `t`, by channel id. */
  readonly times?: Readonly<Record<string, number>>;
  /** What the device did not vouch for since a channel's last good value, with its time. */
  readonly notGood?: Readonly<Record<string, NotGood & { readonly t: number }>>;
}

/** What the undoing of an import has done. */
export interface UndoResult {
  /** Rows that are gone, and rows that lost or got back values. */
  readonly removed: number;
  readonly restored: number;
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
  /** Width of bins, ms: they are answered however few rows there are. Wider where there would be too many bins. */
  readonly step?: number;
}

/** Why there are no good values between two moments (src/console/README.md#curves). */
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
  /** Only rows with a value that the device did not vouch for. */
  readonly doubted?: boolean;
}
export interface RowsPage {
  readonly rows: readonly StoredReading[];
  /** All such rows between from and to, whatever the limit. */
  readonly total: number;
}

/** A stored row among others of its source. */
export interface StretchReading {
  readonly t: number;
  readonly receivedAt: number;
  readonly isHistorical: boolean;
  readonly element: number;
  readonly values: Readonly<Record<string, number | string | null>>;
}

export interface SourceOverview {
  readonly sourceId: number;
  readonly row: RowId;
  readonly count: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

export interface ReadingStore {
  /**
   * Stores a batch in one transaction: rows, merged by channel with those of the same time, what is derived from them, `latest`. Committed on
   * return. @throws StorageProblem `conflict` under the rule `fail`, and for an import that is being undone
   */
  ingest(batch: readonly Reading[], options?: BatchOptions): Promise<IngestResult>;
  /** Calls back with what was computed of derived channels (as of a batch) once it is committed; answers how to end it. */
  onComputed(listen: (result: IngestResult) => void): () => void;
  /** Takes back what an import changed, in pieces that each commit: called again after a kill it goes on. */
  undo(run: number): Promise<UndoResult>;
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
  /** Of the collections that were due between two moments those that brought a measured value. `cycle`: seconds. */
  arrivals(query: {
    readonly row: RowId;
    readonly sourceId: number;
    readonly from: number;
    readonly to: number;
    readonly cycle: number;
  }): Promise<{ readonly expected: number; readonly received: number }>;
  /** Rows of sources between two moments, both inclusive, of all elements, by time and element; no samples. */
  stretch(
    row: RowId,
    sourceIds: readonly number[],
    from: number,
    to: number,
  ): Promise<ReadonlyMap<number, readonly StretchReading[]>>;
  /** Of each source's own channels (element 0) the revision of its series; of one without readings none. */
  revisions(row: RowId, sourceIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  overview(row: RowId, sourceIds: readonly number[]): Promise<readonly SourceOverview[]>;
  /** Of each span the newest number of a channel in it, both ends inclusive; null = none. */
  earlier(query: EarlierQuery): Promise<readonly (number | null)[]>;
  /** Of each span the amount (rain) that fell in it: `from` outside, `to` inside; null = no reading ended in it. */
  amounts(query: EarlierQuery): Promise<readonly (number | null)[]>;
  /** Since when a source reports a flag, or the value 1, without a break; null = it does not. */
  since(query: SinceQuery): Promise<number | null>;
  /**
   * Readings of whole days (of the project) before the day of `before` are removed; rollups stay. Older readings are
   * refused from then on (counted as duplicates). Returns how many went.
   */
  prune(row: RowId, sourceIds: readonly number[], before: number): Promise<number>;
  /**
   * Seals at once the readings of weeks (of UTC) that end at or before a moment, which is done in idle time as well.
   * Answers how many. No answer depends on whether readings are sealed.
   */
  seal(row: RowId, sourceIds: readonly number[], before: number): Promise<number>;
  /**
   * Finishes at once what else is done in the background: derives what waits to be derived anew, and rolls up every day
   * that has ended or changed. Answers never depend on rollups: a day without is read from its readings.
   */
  settle(): Promise<void>;
}

/** Where the database is, for a thread that opens a reading connection of its own. */
export type StorageReach =
  | { readonly path: string }
  | { readonly databaseUrl: string; readonly mayLag?: boolean };

export interface Storage {
  readonly dialect: 'sqlite' | 'postgres';
  readonly reach: StorageReach;
  /** The same for long reads that may be some seconds behind: a copy of the database, where there is one. */
  readonly replica: StorageReach;
  /** Read-only (writes: `write`). Relational tables: companies, projects, stations, RTUs, sensors, users, roles, sessions, audit. */
  readonly db: Kysely<Database>;
  readonly readings: ReadingStore;
  /** What this process has in common with others over the same database; null where there are no others. */
  readonly shared: SharedStorage | null;
  /** Runs `work` in a write transaction, serialised with ingest (one writer). */
  write<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  /** Size on disk in bytes, and whether the last write was refused (disk full, read-only). */
  health(): Promise<{ readonly bytes: number; readonly problem: string | null }>;
  close(): Promise<void>;
}
