/** Reports and their templates, schedules and their runs, and dashboards. */

import type { Generated } from 'kysely';
import type { DashboardShare } from '../../../base/bounds/dashboards.ts';
import type { Language } from '../../../base/messages.ts';
import type { ReportFormat, ReportState } from '../../../base/report-words.ts';
import type { ScheduleRunState } from '../../../base/schedule-words.ts';
import type { DashboardLayout } from '../../../contract/dashboards.ts';
import type { ReportRequest, ReportSignature, ReportTemplate } from '../../../contract/reports.ts';
import type { RecurrenceBody, ScheduleJob } from '../../../contract/schedules.ts';
import type { Json } from '../json.ts';

/** Pages of tiles, of one person or shared in a company. */
export interface DashboardTable {
  id: Generated<number>;
  name: string;
  /** own | company */
  share: DashboardShare;
  /** Who made it. */
  owner_id: number;
  owner_name: string;
  /** Company of its maker, or that shares it; null = who sees every company. */
  company_id: number | null;
  layout: Json<DashboardLayout>;
  revision: number;
  deleted_at: number | null;
}
/** Templates of reports that a company has made. */
export interface ReportTemplateTable {
  id: Generated<number>;
  company_id: number;
  body: Json<ReportTemplate>;
  /** PNG. */
  logo: Uint8Array | null;
  revision: number;
  deleted_at: number | null;
}
/** Reports with what they were made of. */
export interface ReportTable {
  id: Generated<number>;
  company_id: number;
  project_id: number;
  /** Null = one that comes with the product. */
  template_id: number | null;
  template_revision: number;
  /** As it was when the report was asked for; so is the logo. */
  template: Json<ReportTemplate>;
  logo: Uint8Array | null;
  request: Json<KeptRequest>;
  time_zone: string;
  state: ReportState;
  /** How often making it was begun. */
  attempts: number;
  /** Id of a message. */
  problem: string | null;
  made_at: number;
  made_by_id: number;
  made_by: string;
  version: string;
  /** JSON of ReportModel, gzip. */
  model: Uint8Array | null;
  stations: number;
  level: number;
  pages: number;
  checksum: string;
  lacking: Json<readonly string[]>;
  signatures: Json<readonly ReportSignature[]>;
  sent_at: number | null;
  sent_to: number;
}
/** What was asked for. */
export type KeptRequest = Pick<ReportRequest, 'stationIds' | 'from' | 'to' | 'languages' | 'formats'>;
/** Files of reports; of the format `pages` those that a console shows, as JSON, gzip. */
export interface ReportFileTable {
  report_id: number;
  language: Language;
  format: ReportFormat | 'pages';
  checksum: string;
  size: number;
  bytes: Uint8Array;
}
/** What is run at which times; `due_at` null = it is paused, or there is no next time. */
export interface ScheduleTable {
  id: Generated<number>;
  company_id: number;
  project_id: number;
  name: string;
  job: Json<ScheduleJob>;
  recurrence: Json<RecurrenceBody>;
  missed: string;
  /** Of the project when `due_at` was computed. */
  time_zone: string;
  revision: number;
  enabled: number;
  due_at: number | null;
  /** With whose rights it runs. */
  user_id: number;
  account_name: string;
  address: string;
  deleted_at: number | null;
}
/** Runs of schedules: one for each time that was due. */
export interface ScheduleRunTable {
  id: Generated<number>;
  schedule_id: number;
  company_id: number;
  due_at: number;
  started_at: number | null;
  ended_at: number | null;
  state: ScheduleRunState;
  by_hand: number;
  late: number;
  missed: number;
  user_id: number;
  /** How often it was taken up; who took it up before may write no more. */
  attempts: number;
  /** Whoever took it up has it until then. */
  held_until: number;
  /** `run:…`, `plan:…`, `report:…`; '' = it has started nothing. */
  opens: string;
  outcome: Json<ScheduleOutcome> | null;
  /** When somebody acknowledged that it was missed, and who; null = nobody has, or it was not missed. */
  acknowledged_at: number | null;
  acknowledged_by: string | null;
}
/** How a run ended: a message with its values. */
export interface ScheduleOutcome {
  readonly id: string;
  readonly params: Readonly<Record<string, string | number>>;
}
export interface ScheduleFileTable {
  run_id: number;
  name: string;
  size: number;
  bytes: Uint8Array;
}

/** By the name of the table. */
export interface ReportTables {
  dashboards: DashboardTable;
  report_templates: ReportTemplateTable;
  reports: ReportTable;
  report_files: ReportFileTable;
  schedules: ScheduleTable;
  schedule_runs: ScheduleRunTable;
  schedule_files: ScheduleFileTable;
}
