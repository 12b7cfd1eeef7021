/** What several processes over one database share (server/processes). Times are those of the database's clock. */
import type { Generated } from 'kysely';
import type { ProcessFacts } from '../../processes/facts.ts';
import type { Json } from '../json.ts';

export interface ProcessTable {
  id: string;
  /** Of its machine, with its process id. */
  name: string;
  version: string;
  /** Its machine and process, for whoever follows it there: that it is dead need not be waited for. */
  place: string;
  started_at: number;
  /** It lives until then, unless it says so again. */
  until_at: number;
  /** running; draining: it gives away what it has. */
  state: string;
  facts: Json<ProcessFacts>;
}
export interface LeaseTable {
  /** `rtu:ID` = an RTU that is connected; else work that one process does. */
  name: string;
  /** Process; empty = nobody has it. */
  holder: string;
  /** Grows each time that another one gets it. */
  epoch: number;
  taken_at: number;
  /** When the RTU's birth was heard in this session; null = it was not. */
  born_at: number | null;
  /** Process that is to have it next; null = whoever comes. */
  wanted_by: string | null;
}
export interface StoredBatchTable {
  id: Generated<number>;
  at: number;
  origin: Generated<string | null>;
  body: string;
}
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

export interface ProcessTables {
  processes: ProcessTable;
  leases: LeaseTable;
  stored_batches: StoredBatchTable;
  attempts: AttemptTable;
  call_windows: CallWindowTable;
  running_jobs: RunningJobTable;
}
