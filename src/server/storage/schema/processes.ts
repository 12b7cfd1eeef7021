/** What processes over one database share of those who ask them (src/server/processes). */

/** How often something was tried; `name` is a hash. */
export interface AttemptTable {
  kind: string;
  name: string;
  count: number;
  /** Of the first that is counted. */
  since: number;
  last_at: number;
  /** Under way now. */
  pending: number;
  tried_at: number;
}
/** Calls in the present window of whoever is limited; `name` is a hash. */
export interface CallWindowTable {
  name: string;
  began_at: number;
  ends_at: number;
  /** Those that a process has taken for itself and not used yet are in it. */
  count: number;
}
/** Work that a process does now, for as long as it renews the row. */
export interface RunningJobTable {
  kind: string;
  /** What it is about: a user, a plan, a report. */
  subject: string;
  process: string;
  /** Whose part of a bound it uses (server/shares). */
  share: string;
  /** JSON, as the kind has it. */
  progress: string;
  until: number;
  end_wanted: number;
}

/** By the name of the table. */
export interface ProcessTables {
  attempts: AttemptTable;
  call_windows: CallWindowTable;
  running_jobs: RunningJobTable;
}
