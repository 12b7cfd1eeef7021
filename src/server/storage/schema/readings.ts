/** What readings are judged by (datums, cycles, initial values), and how they came: imports, gaps, service. */

import type { Generated } from 'kysely';
import type { InitialValue } from '../../../domain/baseline.ts';
import type { Json } from '../json.ts';

/** A new datum of a sensor: readings before and after it are not comparable. */
export interface DatumTable {
  sensor_id: number;
  t: number;
  /** zero | mount */
  cause: string;
  /** Azimuth that was valid before a remount; null for a re-zero. */
  azimuth_before: number | null;
}
/** Changes of what is known of an RTU's cycles, one after the other. */
export interface CycleChangeTable {
  rtu_id: number;
  revision: number;
  /** UTC ms; from then on others were in force than were known before; 0 = since ever. */
  from_t: number;
}
/** Cycles of an RTU that are in force no more. */
export interface FormerCyclesTable {
  rtu_id: number;
  /** UTC ms; from then on others were in force. */
  until_t: number;
  /** Seconds. */
  send_cycle: number;
  collection_cycle: number;
}
/** Initial values of a sensor from a moment on (domain/baseline). */
export interface BaselineTable {
  id: Generated<number>;
  sensor_id: number;
  /** Valid from. */
  t: number;
  /** hand | latest | mean | zero | clear */
  how: string;
  initial_values: Json<readonly InitialValue[]>;
  /** Readings that it was taken from: of a mean its window, of the latest reading its time twice. */
  from_t: number | null;
  to_t: number | null;
  reason: string;
  user_id: number | null;
  account_name: string | null;
  /** The order that zeroed the device. */
  order_id: string | null;
  created_at: number;
  withdrawn_at: number | null;
  withdrawn_by: string | null;
  withdrawn_why: string | null;
}
/** Two different values of one channel at one time: the last of each source. */
export interface ReadingConflictTable {
  row_id: string;
  source_id: number;
  element: number;
  t: number;
  channel: string;
  stored: string;
  offered: string;
  at: number;
  /** Import that offered it; null = a device. */
  run_id: number | null;
}
export interface ImportRunTable {
  id: Generated<number>;
  station_id: number | null;
  file: string;
  /** SHA-256 of the file, hex. */
  checksum: string;
  /** JSON: the mapping, the station named beside it, and the stations, RTUs and sensors that the import made. */
  mapping: string;
  /** keep | replace | fail */
  conflicts: string;
  user_id: number | null;
  account_name: string;
  started_at: number;
  ended_at: number | null;
  lines: number;
  stored: number;
  filled: number;
  duplicates: number;
  rejected: number;
  conflict_count: number;
  undone_at: number | null;
  undone_by: string | null;
  /** Source that it came by; null = from the command line. */
  source_id: Generated<number | null>;
  mapping_version: Generated<number | null>;
}
/** What an import changed, a part a series and batch; taken out as it is undone. */
export interface ImportChangeTable {
  run_id: number;
  seq: number;
  row_id: string;
  source_id: number;
  element: number;
  from_t: number;
  to_t: number;
  changes: Uint8Array;
}
/** Stretches of time that wait to be derived anew. */
export interface RederivationTable {
  row_id: string;
  source_id: number;
  from_t: number;
  to_t: number;
  /** 1: days are to be grouped anew first. */
  regroup: number;
}
/** What was due on a day of a source that is over, and what came: counted once, until the day changes. */
export interface ArrivalDayTable {
  /** Its start, UTC ms. */
  day: number;
  row_id: string;
  source_id: number;
  expected: number;
  received: number;
  /** 1 = its readings have changed since. */
  stale: number;
}
/** The server ran, or its broker: `kind` is `server` or `broker`. */
export interface ServiceSpanTable {
  kind: string;
  from_at: number;
  to_at: number;
}

/** By the name of the table. */
/** Sealed readings of a series (server/storage/sealed). */
export interface ReadingChunkTable {
  id: Generated<number>;
  row_id: string;
  source_id: number;
  element: number;
  /** Time of the first and the last reading, UTC ms. */
  first_t: number;
  last_t: number;
  row_count: number;
  data: Uint8Array;
}

export interface ReadingTables {
  reading_chunks: ReadingChunkTable;
  arrival_days: ArrivalDayTable;
  baselines: BaselineTable;
  former_cycles: FormerCyclesTable;
  service_spans: ServiceSpanTable;
  cycle_changes: CycleChangeTable;
  datums: DatumTable;
  reading_conflicts: ReadingConflictTable;
  import_runs: ImportRunTable;
  import_changes: ImportChangeTable;
  rederivations: RederivationTable;
}
