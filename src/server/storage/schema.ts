/** The relational tables as Kysely sees them. Booleans are 0/1, times UTC milliseconds, in both dialects. */

import type { Generated, Kysely } from 'kysely';
import type { AccountTables } from './schema/accounts.ts';
import type { AlarmTables } from './schema/alarms.ts';
import type { NotifyTables } from './schema/notify.ts';
import type { OrderTables } from './schema/orders.ts';
import type { OutletTables } from './schema/outlets.ts';
import type { PlanTables } from './schema/plans.ts';
import type { ProcessTables } from './schema/processes.ts';
import type { ProposalTables } from './schema/proposals.ts';
import type { ReadingTables } from './schema/readings.ts';
import type { ReportTables } from './schema/reports.ts';
import type { SiteTables } from './schema/sites.ts';
import type { SourceTables } from './schema/sources.ts';
import type { UploadTables } from './schema/uploads.ts';
import type { WorkflowTables } from './schema/workflows.ts';

export type * from './schema/accounts.ts';
export type * from './schema/alarms.ts';
export type * from './schema/notify.ts';
export type * from './schema/orders.ts';
export type * from './schema/outlets.ts';
export type * from './schema/plans.ts';
export type * from './schema/processes.ts';
export type * from './schema/proposals.ts';
export type * from './schema/readings.ts';
export type * from './schema/reports.ts';
export type * from './schema/sites.ts';
export type * from './schema/sources.ts';
export type * from './schema/uploads.ts';
export type * from './schema/workflows.ts';

export interface SettingTable {
  key: string;
  value: string;
}
export interface MigrationTable {
  id: number;
  applied_at: number;
}
/** The log of what changed (server/changes). */
export interface ChangeTable {
  id: Generated<number>;
  at: number;
  subject: string;
  key: string;
  /** Process that made it, as it names itself; null where the database is of one process alone. */
  origin: Generated<string | null>;
}
/** What was deleted and can be put back (server/deleted-rows). */
export interface DeletedRowTable {
  subject: string;
  subject_id: number;
  /** JSON of the row. */
  body: string;
  deleted_at: number;
}
export interface Database
  extends AccountTables,
    AlarmTables,
    NotifyTables,
    OrderTables,
    OutletTables,
    PlanTables,
    ProcessTables,
    ProposalTables,
    ReadingTables,
    ReportTables,
    SiteTables,
    SourceTables,
    UploadTables,
    WorkflowTables {
  changes: ChangeTable;
  deleted_rows: DeletedRowTable;
  settings: SettingTable;
  migrations: MigrationTable;
}

/** The tables, or a transaction over them. */
export type Db = Kysely<Database>;
