/** The relational tables as Kysely sees them. Booleans are 0/1, times UTC milliseconds, in both dialects. */

import type { Generated, Kysely } from 'kysely';
import type { LevelWords } from '../../base/alarm-words.ts';
import type { DashboardShare } from '../../base/dashboard-bounds.ts';
import type { MessageParams } from '../../base/errors.ts';
import type { FolderShare } from '../../base/folder-bounds.ts';
import type { Language } from '../../base/messages.ts';
import type { ReportFormat, ReportState } from '../../base/report-words.ts';
import type { ScheduleRunState } from '../../base/schedule-words.ts';
import type { ParameterValue } from '../../catalogue/model.ts';
import type { OwnKindBody } from '../../catalogue/own-kinds.ts';
import type { FrozenFacts } from '../../contract/alarms/alarms.ts';
import type { MenuNode } from '../../contract/company/menus.ts';
import type { PlatformBounds } from '../../contract/company/platform.ts';
import type { PlatformName } from '../../contract/company/platform-look.ts';
import type { JointAct } from '../../contract/company/two-persons.ts';
import type { DashboardLayout } from '../../contract/dashboards.ts';
import type { DecodedMetric, MessageProblem } from '../../contract/messages.ts';
import type { After, PlanObstacle } from '../../contract/plans/plans.ts';
import type { RehearsalResult } from '../../contract/plans/rehearsal.ts';
import type { ReportRequest, ReportSignature, ReportTemplate } from '../../contract/reports.ts';
import type { RecurrenceBody, ScheduleJob } from '../../contract/schedules.ts';
import type { Proposal, RunSource, RunView, WorkflowProblem } from '../../contract/workflows.ts';
import type { Definition, ScopeSpan } from '../../domain/alarms/definition.ts';
import type { EditedRule } from '../../domain/alarms/edits.ts';
import type { State } from '../../domain/alarms/stepper.ts';
import type { InitialValue } from '../../domain/baseline.ts';
import type { SavedFilter } from '../../domain/folders/filter.ts';
import type { PolicyPlan } from '../../domain/notify/policy.ts';
import type { RotaPlan } from '../../domain/notify/rota.ts';
import type { Rollout } from '../../domain/rollout/rollout.ts';
import type { SirenTarget, Sound } from '../../domain/sirens.ts';
import type { Json } from './json.ts';

/** A value that a device reported, when it did, and when this server received it; both UTC ms. */
export type ReportedValue = readonly [value: ParameterValue, at: number, heard: number];
/** By `group/field`. */
export type ReportedValues = Readonly<Record<string, ReportedValue>>;
/** By field: what was on the device when a plan was made, and when it reported that. */
export type PreviousValues = Readonly<Record<string, readonly [value: ParameterValue, at: number]>>;
/** A metric that the catalogue does not know by its name. */
export interface ForeignMetric {
  /** Device id in topics; '' = the node itself. */
  readonly device: string;
  readonly metric: string;
  readonly type: string;
  /** Last value as text; null where it was null or is no scalar. */
  readonly value: string | null;
  readonly at: number;
}

/** What became of one siren of a call. */
export interface SirenResult extends SirenTarget {
  readonly orderId: string | null;
  /** Why it was not ordered. */
  readonly refused: { readonly messageId: string; readonly params: MessageParams } | null;
}

/** What both persons of a joint act are shown. */
export type JointShown = Pick<JointAct, 'lines' | 'address'> & {
  /** A rule before and after its change: each reader is shown in their own language what it changes. */
  readonly rule?: KeptRuleChange;
};
/** null before = it is new; null after = it is deleted. */
export interface KeptRuleChange {
  readonly before: EditedRule | null;
  readonly after: EditedRule | null;
}

export interface CompanyTable {
  id: Generated<number>;
  name: string;
  created_at: number;
  /** Null = those of the edition. */
  level_words: Generated<Json<LevelWords> | null>;
  /** Since when it is switched off, UTC ms; null = it is not. */
  off_at: Generated<number | null>;
}
export interface ProjectTable {
  id: Generated<number>;
  company_id: number;
  /** Sparkplug group id; unique. */
  code: string;
  name: string;
  /** IANA zone, default of its stations. */
  time_zone: string;
  /** Day boundary of daily rain, minutes after local midnight. */
  day_boundary: number;
  /** Days that raw readings are kept; null = for ever. */
  retention_days: number | null;
}
export interface StationTable {
  id: Generated<number>;
  project_id: number;
  /** Short unique name in the project, e.g. YN-0123. */
  code: string;
  name: string;
  /** Search reading of the name (pinyin or kana) where the derived one is wrong. */
  name_reading: string | null;
  /** slope | dam | bridge | blasting | tunnel | other */
  site: string;
  /** WGS-84 degrees. */
  latitude: number;
  longitude: number;
  time_zone: string;
  /** Out of use since; null = in use. */
  retired_at: Generated<number | null>;
  /** When maintenance ends, when and by whom it was begun, and why; null = none. */
  maintenance_until: Generated<number | null>;
  maintenance_at: Generated<number | null>;
  maintenance_by: Generated<string | null>;
  maintenance_reason: Generated<string | null>;
}
export interface RtuTable {
  id: Generated<number>;
  station_id: number;
  /** Serial number, unique in the whole system. */
  sn: string;
  /** `sha256:<salt>:<digest>` of the broker credential, which is long and random; null = may not connect. */
  credential_hash: string | null;
  /** The credential before the last rotation, and until when it is still good. */
  old_credential_hash: Generated<string | null>;
  old_credential_until: Generated<number | null>;
  install_state: number;
  /** As last known from its status row, seconds. */
  send_cycle: number;
  collection_cycle: number;
  /** Since when they are in force, UTC ms; 0 = nothing is known of others. */
  cycles_since: Generated<number>;
  /** Number of the last change of what is known of its cycles. */
  cycles_revision: Generated<number>;
  last_contact_at: number | null;
  /** 1: it came too late and has not been punctual since. */
  late: Generated<number>;
  /** Learnt spread of its contacts, milliseconds. */
  jitter: number;
  /** Last problems of its traffic (bounded JSON list of {at, reason, detail}). */
  problems: string;
  /** tracked | plain, learnt from its births; null = not yet. */
  device_class: Generated<string | null>;
  /** Sequence number of its next tracked order; null = none was sent. */
  next_seq: Generated<number | null>;
}
export interface SensorTable {
  id: Generated<number>;
  rtu_id: number;
  /** 0–63; of a retired sensor −id, which frees the slot. */
  slot: number;
  retired_at: Generated<number | null>;
  /** Where a retired sensor was. */
  former_slot: Generated<number | null>;
  /** Sensor type code. */
  kind: number;
  name: string | null;
  install_state: number;
  mount_mode: number;
  /** Degrees 0–359.9. */
  mount_azimuth: number;
  /** Where on its site it is; a code of the dictionary. */
  position: Generated<string | null>;
}
export interface RoleTable {
  /** Role 1 is the platform's maintainer. */
  id: Generated<number>;
  name: string;
}
/** A folder of stations, or a saved filter. */
export interface FolderTable {
  id: Generated<number>;
  /** Null = it stands on top. */
  parent_id: number | null;
  name: string;
  /** own | company */
  share: FolderShare;
  /** Of a shared one, who made it or shared it. */
  owner_id: number;
  owner_name: string;
  /** Company of the owner when it was made, or that shares it; null = who sees every company. */
  company_id: number | null;
  position: number;
  revision: number;
  deleted_at: number | null;
  /** The folder that was deleted with this one in it, or this one. */
  deleted_with: number | null;
  /** Null = it is a folder of stations. */
  filter: Json<SavedFilter> | null;
}
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
/** A station in a folder. */
export interface FolderStationTable {
  folder_id: number;
  station_id: number;
}
/** The menu tree as it was saved once. */
export interface MenuVersionTable {
  /** From 1 on. */
  version: number;
  at: number;
  account_name: string;
  reason: string;
  tree: Json<readonly MenuNode[]>;
}
/** Ids, as JSON keeps them. */
type Ids = readonly number[];
/** An import of a sheet, as it can be taken back. */
export interface SheetRunTable {
  id: Generated<number>;
  sheet: string;
  /** Of who imported it; null = sees every company. */
  company_id: number | null;
  account_name: string;
  at: number;
  /** Ids of what it made. */
  made: Json<Ids>;
  undone_at: number | null;
  undone_by: string | null;
}
/** A SIM card as it was kept once; the newest of a company and ICCID that is not withdrawn holds. */
export interface SimCardTable {
  id: Generated<number>;
  company_id: number;
  iccid: string;
  imei: string | null;
  /** A value of the catalogue's operators, or another one's name. */
  operator: string | null;
  /** `YYYY-MM-DD`. */
  expires_on: string | null;
  /** MB a month. */
  volume: number | null;
  station_id: number | null;
  /** 0 = given back: it is listed no longer. */
  in_use: number;
  at: number;
  account_name: string;
  /** Its import was undone. */
  withdrawn_at: number | null;
}
/** A role as it was saved once; the newest says the same as the role itself. */
export interface RoleVersionTable {
  role_id: number;
  /** From 1 on. */
  version: number;
  at: number;
  account_name: string;
  name: string;
  permissions: Json<readonly string[]>;
  reason: string;
}
export interface RolePermissionTable {
  role_id: number;
  permission: string;
}
export interface UserTable {
  id: Generated<number>;
  /** Null = sees every company (platform staff). */
  company_id: number | null;
  role_id: number;
  account_name: string;
  /** Who it is; empty = nobody has written it. */
  full_name: Generated<string>;
  /** The number to call; empty = none. */
  phone: Generated<string>;
  password_hash: string;
  language: string;
  /** Base32 secret of the second factor; null = none. */
  totp_secret: Generated<string | null>;
  /** One that waits for its first code. */
  totp_pending: Generated<string | null>;
  /** Step of the last code that was used: none counts twice. */
  totp_step: Generated<number | null>;
  disabled: number;
  created_at: number;
}
export interface SessionTable {
  /** SHA-256 of the opaque token, hex. */
  token_hash: string;
  user_id: number;
  created_at: number;
  expires_at: number;
  address: string;
}
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
/** A way in that is no RTU's: what a project's loggers, gateways and services send (src/server/sources/README.md). */
export interface SourceTable {
  id: Generated<number>;
  project_id: number;
  /** In its address and as its user name; unique in the whole system. */
  key: string;
  name: string;
  /** http | mqtt | folder | upload */
  way: string;
  /** on | paused */
  state: string;
  created_at: number;
  retired_at: number | null;
  credential_hash: string | null;
  credential_at: number | null;
  credential_by: string | null;
  old_credential_hash: string | null;
  old_credential_until: number | null;
  /** Version that reads what comes; null = there is none yet. */
  mapping_version: number | null;
  last_at: number | null;
}
/** How a source's rows become readings, a row a version. */
export interface SourceMappingTable {
  source_id: number;
  version: number;
  /** JSON of contract/mapping. */
  mapping: string;
  /** keep | replace | fail */
  conflicts: string;
  account_name: string;
  at: number;
}
/** What came by a source, by hour. */
export interface SourceHourTable {
  source_id: number;
  hour: number;
  messages: number;
  /** Readings that were stored or filled in, and those that were known. */
  stored: number;
  known: number;
  /** Messages and rows that were refused. */
  refused: number;
}
/** Why messages, rows and cells of a source were not taken, by hour and reason. */
export interface SourceRefusalTable {
  source_id: number;
  hour: number;
  /** Message id. */
  reason: string;
  /** Channel, topic or file concerned; empty = none. */
  about: string;
  count: number;
  last_at: number;
  /** JSON: placeholders of the last one's message. */
  params: string;
}
/** The last messages of a source as they came. */
export interface SourceMessageTable {
  id: Generated<number>;
  source_id: number;
  at: number;
  /** Content type, topic or file. */
  name: string;
  body: Uint8Array;
  /** Of the whole message: the body may be its beginning alone. */
  bytes: number;
  /** HTTP status that it was or would have been answered with. */
  status: number;
}
/** Messages as they came and as they were read, for some days (src/server/messages). */
export interface DeviceMessageTable {
  /** ms since 1970 times 2048, and a number within the millisecond. */
  id: number;
  /** 0 = nobody knows whose: those who see every company see it. */
  company_id: number;
  rtu_id: number | null;
  /** Data source that it came by. */
  source_id: number | null;
  /** Serial number, key of a source, or what a stranger says it is. */
  sender: string;
  /** Network address where it is known; else empty. */
  address: string;
  /** 1: it went to the device. */
  is_out: number;
  way: string;
  kind: string;
  topic: string;
  qos: number | null;
  /** As it came. */
  bytes: number;
  /** What it takes here. */
  kept: number;
  /** 0 taken, 1 in part, 2 refused. */
  level: number;
  /** Readings that it brought. */
  readings: number;
  /** 1: a secret is in it; its body is not kept. */
  is_secret: number;
  problems: Json<readonly MessageProblem[]>;
  /** Sender, topic and names of metrics in lower case, for searches. */
  words: string;
  decoded: Json<readonly DecodedMetric[]>;
  /** Its beginning; null where it is not kept. */
  body: Uint8Array | null;
}
/** What of a company's messages is kept, and what was left out lately because too much came at once. */
export interface MessageTotalsTable {
  company_id: number;
  messages: number;
  kept: number;
  dropped: number;
  dropped_from: number | null;
  dropped_to: number | null;
}
export interface MessageSettingsTable {
  company_id: number;
  days: number;
  megabytes: number;
  updated_at: number;
  account_name: string;
}
/** What came by a listener in a minute of 1970; the one without a name says since when is counted. */
export interface ListenerMinuteTable {
  listener: string;
  minute: number;
  connections: number;
  messages: number;
  bytes: number;
}
/** The server ran, or its broker: `kind` is `server` or `broker`. */
export interface ServiceSpanTable {
  kind: string;
  from_at: number;
  to_at: number;
}
/** How far files of a watched folder are read. */
export interface SourceFileTable {
  source_id: number;
  name: string;
  size: number;
  modified_at: number;
  /** Bytes that are stored, up to the end of a line; and SHA-256 of them. */
  read_bytes: number;
  read_hash: string;
  /** Lines of these bytes. */
  read_lines: number;
  at: number;
  /** JSON: message id and placeholders of why it is not read; null = it is. */
  problem: string | null;
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
/** Append-only, hash-chained: `hash` = SHA-256 of the previous hash and this row. */
export interface AuditTable {
  id: Generated<number>;
  at: number;
  user_id: number | null;
  account_name: string | null;
  address: string | null;
  action: string;
  /** What it concerned, e.g. station:12. */
  subject: string | null;
  result: string;
  detail: string;
  hash: string;
}
/** One row: the last entry of the audit, signed with a key that is not in the database. */
export interface AuditHeadTable {
  one: number;
  entry_id: number;
  hash: string;
  entries: number;
  at: number;
  /** The first entry after the end had been cut off; null = it never was. */
  broken_at: number | null;
  key_name: string;
  signature: string;
}
/** The durable queue (src/server/delivery/README.md#states). */
export interface OrderTable {
  /** ULID. */
  id: string;
  rtu_id: number;
  /** Null = the RTU itself. */
  slot: number | null;
  /** Sensor type code when it was ordered. */
  kind: number | null;
  /** set | action */
  type: string;
  /** Group of a set, id of an action. */
  name: string;
  /** JSON: edits or arguments. Secrets are taken out when it ends. */
  body: string;
  /** JSON: what the edited fields were on the device when it was ordered. */
  previous: string;
  /** JSON: what was read back where it differs. */
  seen: string;
  state: string;
  verification: string | null;
  /** Order in the queue of its RTU; a siren's stop goes before all. */
  position: number;
  /** Given at the first send. */
  seq: number | null;
  attempts: number;
  /** Birth session of the last send. */
  session: string | null;
  base_version: number | null;
  stranding: number;
  trial: string | null;
  user_id: number | null;
  account_name: string | null;
  reason: string;
  surface: string;
  plan_id: string | null;
  idempotency_key: string;
  /** Of the body that it was made of; '' = made by an earlier version, which hashed other names. */
  body_hash: string;
  not_after: number;
  created_at: number;
  sent_at: number | null;
  received_at: number | null;
  answered_at: number | null;
  ended_at: number | null;
  applied_at: number | null;
  verified_at: number | null;
  code: number | null;
  /** Device text. */
  answer: string;
  hidden: number;
}
export interface OrderAttemptTable {
  order_id: string;
  attempt: number;
  at: number;
  session: string;
}
/** What devices reported of their parameters: the shadow's reported half. */
export interface ParameterTable {
  rtu_id: number;
  /** −1 = the RTU itself. */
  slot: number;
  /** JSON by group/field: value, when the device reported it, when that was received (delivery/shadow.ts). */
  reported: Json<ReportedValues>;
}
export interface ParameterVersionTable {
  rtu_id: number;
  slot: number;
  group_id: string;
  version: number;
}
/** Re-authentications: each for one body, once. */
export interface ConfirmationTable {
  token_hash: string;
  user_id: number;
  body_hash: string;
  expires_at: number;
}
/** Plans (contract/plans). */
export interface PlanTable {
  /** ULID. */
  id: string;
  title: string;
  state: string;
  revision: number;
  surface: string;
  user_id: number | null;
  account_name: string | null;
  created_at: number;
  reason: string;
  approved_at: number | null;
  /** Whose orders they are. */
  approver_id: number | null;
  approver_name: string | null;
  approver_address: string | null;
  /** Every item has its order, or the reason why not. */
  issued_at: number | null;
  ended_at: number | null;
  /** Null = all at once. */
  rollout: Generated<Json<Rollout> | null>;
  paused_at: Generated<number | null>;
  /** Between which moments its sirens may sound; null = it was not asked, or has none. */
  sound_from: Generated<number | null>;
  sound_until: Generated<number | null>;
  /** The plan that it was made out of, and of which of its devices. */
  origin_id: Generated<string | null>;
  origin_of: Generated<string | null>;
}
/** A plan that has files, under the number by which they refer to it. */
export interface PlanFolderTable {
  id: Generated<number>;
  plan_id: string;
}
export interface PlanItemTable {
  plan_id: string;
  position: number;
  rtu_id: number;
  /** Null = the RTU itself. */
  slot: number | null;
  kind: number | null;
  /** set | send */
  type: Generated<string>;
  /** Of a send: the id of its action. */
  group_id: string;
  /** JSON by field, of a send by argument. Secrets are taken out once they stand in an order, or will never do so. */
  edits: string;
  base_version: number;
  /** JSON by field: value and when the device reported it, as it was when the plan was made. */
  previous: Json<PreviousValues>;
  excluded: number;
  order_id: string | null;
  /** Why it did not go. */
  skipped: Json<PlanObstacle> | null;
  /** What it waits for. */
  after: Generated<Json<NonNullable<After>> | null>;
  /** Why it is proposed, in the words of its author. */
  reason: Generated<string>;
}
/** Items that nobody means to send: what a script or a roll back left out, by name. */
export interface PlanSkipTable {
  plan_id: string;
  position: number;
  station_id: number;
  slot: number | null;
  /** Empty where it is of no group. */
  group_id: string;
  why: Json<PlanObstacle>;
}
/** Versions of alarm rules that a plan proposes. */
export interface PlanRuleTable {
  plan_id: string;
  /** Behind those of its items. */
  position: number;
  /** Whose rule; null where that is not known: it is left out. */
  company_id: number | null;
  /** Null = a new one, until it is saved. */
  rule_id: number | null;
  /** The version that it was made of; 0 = a new one. */
  base_version: number;
  name: string;
  /** Null: it is left out. */
  definition: Json<Definition> | null;
  reason: string;
  excluded: number;
  /** Why it is left out. */
  skipped: Json<PlanObstacle> | null;
  saved_version: number | null;
}
/** How a plan goes at its devices; written at the approval. */
export interface PlanDeviceTable {
  plan_id: string;
  rtu_id: number;
  /** From 0. */
  batch: number;
  /** In which order they begin. */
  position: number;
  started_at: Generated<number | null>;
  /** When it counts as failed; null = by the times to live of its orders. */
  deadline: Generated<number | null>;
  ended_at: Generated<number | null>;
  /** From 1, in the order in which they ended. */
  ended_no: Generated<number | null>;
  /** passed | failed | timedOut | skipped */
  outcome: Generated<string | null>;
}
/** The last rehearsal of each plan (contract/rehearsal). */
export interface RehearsalTable {
  plan_id: string;
  /** Of the draft that was rehearsed. */
  revision: number;
  seed: number;
  state: string;
  started_at: number;
  account_name: string;
  ended_at: number | null;
  /** Those of earlier versions have no `sample`. */
  result: Json<RehearsalResult> | null;
}
/** Runs of scripts (contract/workflows). */
export interface WorkflowRunTable {
  /** ULID. */
  id: string;
  title: string;
  /** The text that it runs, whatever becomes of the script since. */
  script: string;
  script_hash: string;
  /** JSON by argument, defaults filled in. */
  args: string;
  /** Of its random numbers. */
  seed: number;
  /** The language of the user who started it: words() of the script uses it. */
  language: Generated<string>;
  /** Whose rights it has, as they are at each call. */
  user_id: number;
  account_name: string;
  address: string;
  /** Of who started it; null = who sees every company. */
  company_id: number | null;
  state: string;
  created_at: number;
  updated_at: number;
  ended_at: number | null;
  problem: Json<WorkflowProblem> | null;
  plan_id: string | null;
  proposal: Json<Proposal> | null;
  source: Json<RunSource> | null;
  progress: Json<NonNullable<RunView['progress']>> | null;
  lines: number;
  more: number;
  awaited: number;
  /** Calls that have an answer. */
  answers: Generated<number>;
  /** Of its journal: what is stored of its calls and answers. */
  journal_bytes: Generated<number>;
  /** What its calls were to the server, in the units of script/limits. */
  work: Generated<number>;
  /** When its journal went; null = it is there. */
  cleaned_at: number | null;
}
/** Calls of a run in their order, and their answers in the order in which the script had them. */
export interface WorkflowJournalTable {
  run_id: string;
  seq: number;
  call: string;
  /** Of this call and everything that the script did before it. */
  args_hash: string;
  /** Of what waits for devices; of other calls the hash alone is kept. */
  args: string;
  /** JSON, of runs of earlier versions. */
  result: string | null;
  /** The answer's JSON, deflated; null = not answered yet, or in `result`. */
  packed: Uint8Array | null;
  settled: number | null;
  at: number | null;
}
export interface WorkflowLogTable {
  run_id: string;
  line: number;
  at: number;
  kind: string;
  text: string;
}
/** What an RTU's own metric stands for (contract/metrics). */
export interface MetricAliasTable {
  rtu_id: number;
  /** Device id in their topics; '' = the node itself. */
  device: string;
  /** Their name of the metric. */
  metric: string;
  /** Slot of our sensor; null = the RTU itself. */
  slot: number | null;
  /** Node or layer of that sensor; 0 = the sensor itself. */
  element: Generated<number>;
  /** Name of our metric, or of a node's or layer's channel. */
  channel: string;
  /** Unit of their value; null = that of the channel. */
  unit: string | null;
  /** Their value × scale is in `unit`. */
  scale: number;
}
/** What an RTU sends that the catalogue does not know by that name (contract/metrics). */
export interface ForeignMetricTable {
  rtu_id: number;
  /** Device text inside: render as text. */
  reported: Json<readonly ForeignMetric[]>;
}
/** Standard sets (contract/standards). */
export interface StandardTable {
  id: Generated<number>;
  company_id: number;
  /** Sensor type code; null = the RTU. */
  kind: number | null;
  group_id: string;
  name: string;
  /** JSON by field. */
  wanted: string;
  revision: number;
  updated_at: number;
  account_name: string | null;
}
/** Scripts that people keep (contract/scripts). */
export interface ScriptTable {
  /** ULID. */
  id: string;
  name: string;
  owner_id: number;
  owner_name: string;
  /** Of its owner when it was made; null = who sees every company. */
  company_id: number | null;
  share: string;
  revision: number;
  /** The newest one's number. */
  version: number;
  /** The library's script that it was made of. */
  library: string | null;
  saved_at: number;
  /** Out of every list since then; its texts stay. */
  deleted_at: number | null;
}
export interface ScriptVersionTable {
  script_id: string;
  version: number;
  text: string;
  note: string;
  saved_at: number;
  saved_by: string;
}
export interface RemarkTable {
  id: Generated<number>;
  station_id: number;
  sn: string;
  text: string;
  /** The moment that it describes. */
  at: number;
  user_id: number | null;
  account_name: string | null;
  created_at: number;
  edited_at: number | null;
}
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
}
/** Rules of alarms (server/alarms); their texts are in their versions. */
export interface AlarmRuleTable {
  id: Generated<number>;
  company_id: number;
  /** The newest one. */
  version: number;
  deleted_at: Generated<number | null>;
  /** Sensor of whose form it is the rule; null = of none. */
  form_sensor_id: Generated<number | null>;
}
export interface AlarmRuleVersionTable {
  rule_id: number;
  version: number;
  /** From when on it judges. */
  from_t: number;
  name: string;
  definition: Json<Definition>;
  reason: string;
  user_id: number | null;
  account_name: string | null;
}
/** A rule on one sensor or RTU, or something of the alarm system itself (alarms/system). */
export interface AlarmInstanceTable {
  id: Generated<number>;
  rule_id: number;
  /** Sensor or RTU, as the rule says. */
  target_id: number;
  /** Where it was when it came into the scope last. */
  station_id: number;
  rtu_id: number;
  /** When it was in the scope. */
  spans: Json<readonly ScopeSpan[]>;
  /** It is to be looked at by then though nothing arrives: perhaps nothing is due. Null = never. */
  due_at: Generated<number | null>;
  /** What of the alarm system itself is watched; null = a rule judges its target. */
  subject: Generated<string | null>;
}
/** Times of the newest readings by `row/source/element`, as they were when a state was made. */
export type Heads = Readonly<Record<string, number>>;
/** States from which an instance can be stepped again. */
export interface AlarmCheckpointTable {
  instance_id: number;
  /** All readings up to then are in it. */
  t: number;
  state: Json<State>;
  heads: Json<Heads>;
}
export interface AlarmTable {
  id: Generated<number>;
  instance_id: number;
  rule_id: number;
  station_id: number;
  rtu_id: number;
  sensor_id: number | null;
  is_blind: number;
  revision: number;
  /** Ranks, 0–4. */
  present: number;
  peak: number;
  /** Event times, and when the server knew of the first. */
  raised_at: number;
  known_at: number;
  moved_at: number;
  is_late: number;
  is_contradicted: number;
  facts: Json<FrozenFacts>;
  answered_at: number | null;
  answered_by: number | null;
  answered_name: string | null;
  answer_note: string;
  shelved_at: number | null;
  shelved_until: number | null;
  shelved_rank: number | null;
  shelved_by: number | null;
  shelved_name: string | null;
  shelf_reason: string;
  closed_at: number | null;
  /** answered | finding | edited | left */
  closed_why: string | null;
  closed_by: number | null;
  closed_name: string | null;
  finding: string | null;
  closed_note: string;
  assigned_to: number | null;
  assigned_name: string | null;
  /** Of an alarm of the alarm system itself, which has no station (0) and no RTU (0); null = that of its station. */
  company_id: Generated<number | null>;
}
/** Lines of an alarm's timeline: events of the stepper, and what people did. */
export interface UploadTable {
  id: Generated<number>;
  /** Whose storage it counts in. */
  company_id: number;
  /** Station that it was sent for. */
  station_id: number;
  user_id: number;
  account_name: string;
  created_at: number;
  /** Made by who sent it, so that a repeat is known; unique for a user. */
  idempotency_key: string | null;
  name: string;
  /** UploadType of the contract. */
  type: string;
  bytes: number;
  /** Hex, of the file as it is kept: its place on the disk. */
  sha256: string;
  width: number | null;
  height: number | null;
  /** Since when the sweep has found nothing that refers to it; null = something does. */
  unused_since: number | null;
}
/** An entry of a dictionary as it stands. */
export interface DictionaryState {
  readonly words: { readonly 'zh-chs': string; readonly en: string; readonly ja: string };
  readonly order: number;
  readonly enabled: boolean;
}
export interface DictionaryEntryTable {
  company_id: number;
  dictionary: string;
  code: string;
  revision: number;
  state: Json<DictionaryState>;
}
export interface DictionaryChangeTable {
  id: Generated<number>;
  company_id: number;
  dictionary: string;
  code: string;
  at: number;
  user_id: number;
  account_name: string;
  before: Json<DictionaryState> | null;
  after: Json<DictionaryState>;
}
/** What a file hangs on. */
export interface UploadRefTable {
  upload_id: number;
  /** alarmEntry | remark | station | sitePlan */
  subject: string;
  subject_id: number;
  /** Station of the subject: who may see it may see the file. */
  station_id: number;
  position: number;
}
/** A picture of a site on which devices are placed. */
export interface SitePlanTable {
  id: Generated<number>;
  station_id: number;
  name: string;
  upload_id: number;
  created_at: number;
  account_name: string;
}
export interface SitePlanPlaceTable {
  site_plan_id: number;
  /** 0 = the RTU. */
  sensor_id: number;
  /** Shares of the picture's width and height, from its upper left. */
  x: number;
  y: number;
}
/** What is drawn on maps: FeatureCollections of one kind. */
export interface MapShapeTable {
  id: Generated<number>;
  company_id: number;
  project_id: number;
  /** Null = of the whole project. */
  station_id: number | null;
  /** ShapeKind */
  kind: string;
  name: string;
  points: number;
  geojson: string;
  created_at: number;
  account_name: string;
}
export interface AlarmEntryTable {
  id: Generated<number>;
  alarm_id: number;
  instance_id: number;
  /** 1: of the stepper. */
  is_event: number;
  type: string;
  t: number;
  known_at: number;
  from_rank: number;
  to_rank: number;
  is_late: number;
  contradicted_at: number | null;
  user_id: number | null;
  account_name: string | null;
  note: string;
  until_t: number | null;
  finding: string | null;
  facts: Json<FrozenFacts> | null;
  /** Code of the dictionary `faultCause`. */
  cause: Generated<string | null>;
}
/** Readings that were stored or changed behind newer ones, until alarms have been evaluated anew from there on. */
export interface LateReadingTable {
  row_id: string;
  source_id: number;
  from_t: number;
  /** Ascends with each: what was seen is taken out only where nothing came since. */
  seq: number;
}
export interface StationLabelTable {
  station_id: number;
  label: string;
}
/** Policies of companies; the text is that of the newest revision, as of rotas and hooks. */
export interface NotifyPolicyTable {
  id: Generated<number>;
  company_id: number;
  revision: number;
  name: string;
  body: Json<PolicyPlan>;
  deleted_at: Generated<number | null>;
}
/** Duty calendars. */
export interface NotifyRotaTable {
  id: Generated<number>;
  company_id: number;
  revision: number;
  name: string;
  body: Json<RotaPlan>;
  deleted_at: Generated<number | null>;
  /** When its gaps are to be looked at next; null = never, as it was deleted. */
  due_at: Generated<number | null>;
}
/** Webhooks. */
export interface NotifyHookTable {
  id: Generated<number>;
  company_id: number;
  revision: number;
  name: string;
  body: Json<HookBody>;
  deleted_at: Generated<number | null>;
}
/** Where a webhook leads. */
export interface HookBody {
  readonly preset: string;
  readonly url: string;
  /** Signs each call (Standard Webhooks); '' = the preset signs in its own way, or not at all. */
  readonly secret: string;
  readonly language: string;
  readonly enabled: boolean;
}
/** Addresses of a project that have no account. */
export interface SendListTable {
  id: Generated<number>;
  project_id: number;
  address: string;
  name: string;
  language: string;
  created_at: number;
}
/** Mail addresses of people; notified only once they are confirmed. */
export interface ContactTable {
  id: Generated<number>;
  user_id: number;
  address: string;
  confirmed_at: number | null;
  /** SHA-256 of the code that was sent, hex. */
  code_hash: string | null;
  code_until: number | null;
  tries: number;
  sent_at: number;
}
/** Browsers that take messages. */
export interface PushSubscriptionTable {
  id: Generated<number>;
  user_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  label: string;
  created_at: number;
}
/** Steps of a policy under way for an alarm. */
export interface EscalationTable {
  id: Generated<number>;
  alarm_id: number;
  policy_id: number;
  /** As it was when it began. */
  policy: Json<PolicyPlan>;
  began_at: number;
  /** Of the next step. */
  position: number;
  /** null = no step is left, or it was stopped. */
  due_at: number | null;
  stopped_at: number | null;
}
/** One series of attempts to notify one recipient over one channel. */
export interface MessageTable {
  id: Generated<number>;
  company_id: number;
  project_id: number | null;
  alarm_id: number | null;
  escalation_id: number | null;
  /** raise | remind | over | test | code | gap | channel */
  kind: string;
  rank: number;
  /** `user:3`, `list:5`, `hook:2`. */
  recipient: string;
  user_id: number | null;
  name: string;
  /** Mail address, or '' where the channel knows it. */
  address: string;
  language: string;
  /** mail | push | hook:2 */
  channel: string;
  params: Json<MessageParams>;
  /** waiting | sending | failed | accepted | gaveUp | answered */
  state: string;
  tries: number;
  created_at: number;
  /** When it is to be tried (again); null = it is done. While it is being sent: when it counts as lost. */
  due_at: number | null;
  expires_at: number;
  done_at: number | null;
  /** Of the delivery that it went with: the same for each repeat. */
  delivery: string | null;
  /** Of what was sent. */
  title: string;
  /** What was said, without the links by which its recipient answers. */
  content: Generated<string>;
  /** Of the other side, or why it was given up: a message id, or text to be rendered as text. */
  answer: string;
}
/** Ids of the alarms that a link answers. */
export type LinkedAlarms = readonly LinkedAlarm[];
/** An alarm that a message names, with the highest level that it says of it. */
export interface LinkedAlarm {
  readonly id: AlarmId;
  readonly rank: AlarmRank;
}
type AlarmId = number;
type AlarmRank = number;
/** Links by which one person answers alarms. */
export interface AnswerLinkTable {
  id: Generated<number>;
  /** SHA-256 of the token, hex. */
  hash: string;
  user_id: number;
  alarms: Json<LinkedAlarms>;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}
export interface ChannelStateTable {
  /** mail | push | hook:2 */
  channel: string;
  company_id: number | null;
  /** In a row. */
  failures: number;
  failing_since: number | null;
  good_at: number | null;
  /** ms of the last one that was accepted. */
  took: number | null;
  answer: string;
}
/** What a company asks two persons for (domain/two-persons). */
export interface TwoPersonSettingsTable {
  company_id: number;
  sirens: number;
  plans_above: number | null;
  rules: number;
}
/** What one person has signed, and a second one has to (contract/two-persons). */
export interface JointActTable {
  /** ULID. */
  id: string;
  kind: string;
  /** Null = of several companies. */
  company_id: number | null;
  /** JSON list: the second person needs every one of them. */
  permissions: Json<readonly string[]>;
  /** JSON: what is done once both have signed. */
  body: string;
  /** JSON: what both were shown. */
  shown: Json<JointShown>;
  /** SHA-256 over kind, company, permissions, body and what is shown. */
  hash: string;
  state: string;
  /** Of the process that does it; null = it was not begun. */
  claim: string | null;
  /** Of the first person. */
  language: string;
  first_id: number;
  first_name: string;
  first_address: string;
  first_at: number;
  first_hash: string;
  second_id: number | null;
  second_name: string | null;
  second_at: number | null;
  second_hash: string | null;
  ended_at: number | null;
  note: string;
}
/** What red prepares at a station. */
export interface SirenSiteTable {
  station_id: number;
  /** none | station | project */
  prepares: string;
  sound: Json<Sound>;
}
/** A sounding that waits for people, is under way, or has ended (contract/sirens). */
export interface SirenCallTable {
  /** ULID. */
  id: string;
  company_id: number;
  station_id: number;
  alarm_id: number | null;
  is_drill: number;
  state: string;
  targets: Json<readonly SirenTarget[]>;
  sound: Json<Sound>;
  hash: string;
  results: Json<readonly SirenResult[]>;
  created_at: number;
  until_t: number;
  /** When it was allowed to sound. */
  allowed_at: number | null;
  /** Whose orders they are. */
  user_id: number | null;
  account_name: string | null;
  /** What two persons have signed; null = one was enough, or its site is armed. */
  joint_id: string | null;
  arming_id: string | null;
  reason: string;
  ended_at: number | null;
}
/** A site that sounds by itself: what two persons have signed says for what. */
export interface ArmingTable {
  /** ULID. */
  id: string;
  company_id: number;
  station_id: number;
  joint_id: string;
  from_t: number;
  until_t: number;
  reason: string;
  ended_at: number | null;
  ended_by: string | null;
  end_reason: string;
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

export interface OwnKindTable {
  id: Generated<number>;
  company_id: number;
  /** Newest version, from 1. */
  version: number;
  body: Json<OwnKindBody>;
}
export interface OwnKindVersionTable {
  kind_id: number;
  version: number;
  body: Json<OwnKindBody>;
  at: number;
  user_id: number | null;
  account_name: string | null;
}
/** What of the platform is changed while the server runs. */
export interface PlatformState {
  readonly name: PlatformName;
  /** Names a row of `platform_logos`; null = the product's own. */
  readonly logo: string | null;
  /** Those that differ from the product's. */
  readonly bounds: Partial<PlatformBounds>;
}
export interface PlatformVersionTable {
  /** From 1 on. */
  version: number;
  at: number;
  account_name: string;
  reason: string;
  state: Json<PlatformState>;
}
/** Pictures of logos, those of former versions too. */
export interface PlatformLogoTable {
  /** SHA-256 of the picture, hexadecimal. */
  id: string;
  png: Uint8Array;
}
export interface Database {
  siren_sites: SirenSiteTable;
  siren_calls: SirenCallTable;
  armings: ArmingTable;
  two_person_settings: TwoPersonSettingsTable;
  joint_acts: JointActTable;
  arrival_days: ArrivalDayTable;
  own_kinds: OwnKindTable;
  own_kind_versions: OwnKindVersionTable;
  notify_policies: NotifyPolicyTable;
  notify_rotas: NotifyRotaTable;
  notify_hooks: NotifyHookTable;
  send_list: SendListTable;
  contacts: ContactTable;
  push_subscriptions: PushSubscriptionTable;
  escalations: EscalationTable;
  messages: MessageTable;
  answer_links: AnswerLinkTable;
  channel_states: ChannelStateTable;
  alarm_rules: AlarmRuleTable;
  alarm_rule_versions: AlarmRuleVersionTable;
  alarm_instances: AlarmInstanceTable;
  alarm_checkpoints: AlarmCheckpointTable;
  alarms: AlarmTable;
  alarm_entries: AlarmEntryTable;
  dictionary_entries: DictionaryEntryTable;
  dictionary_changes: DictionaryChangeTable;
  uploads: UploadTable;
  upload_refs: UploadRefTable;
  site_plans: SitePlanTable;
  site_plan_places: SitePlanPlaceTable;
  map_shapes: MapShapeTable;
  late_readings: LateReadingTable;
  station_labels: StationLabelTable;
  changes: ChangeTable;
  baselines: BaselineTable;
  former_cycles: FormerCyclesTable;
  listener_minutes: ListenerMinuteTable;
  service_spans: ServiceSpanTable;
  cycle_changes: CycleChangeTable;
  datums: DatumTable;
  reading_conflicts: ReadingConflictTable;
  import_runs: ImportRunTable;
  import_changes: ImportChangeTable;
  sources: SourceTable;
  source_mappings: SourceMappingTable;
  source_hours: SourceHourTable;
  source_refusals: SourceRefusalTable;
  source_messages: SourceMessageTable;
  device_messages: DeviceMessageTable;
  message_totals: MessageTotalsTable;
  message_settings: MessageSettingsTable;
  source_files: SourceFileTable;
  rederivations: RederivationTable;
  companies: CompanyTable;
  projects: ProjectTable;
  stations: StationTable;
  rtus: RtuTable;
  sensors: SensorTable;
  roles: RoleTable;
  role_permissions: RolePermissionTable;
  role_versions: RoleVersionTable;
  menu_versions: MenuVersionTable;
  platform_versions: PlatformVersionTable;
  platform_logos: PlatformLogoTable;
  sheet_runs: SheetRunTable;
  sim_cards: SimCardTable;
  folders: FolderTable;
  dashboards: DashboardTable;
  report_templates: ReportTemplateTable;
  reports: ReportTable;
  report_files: ReportFileTable;
  schedules: ScheduleTable;
  schedule_runs: ScheduleRunTable;
  schedule_files: ScheduleFileTable;
  folder_stations: FolderStationTable;
  users: UserTable;
  sessions: SessionTable;
  audit: AuditTable;
  audit_head: AuditHeadTable;
  orders: OrderTable;
  order_attempts: OrderAttemptTable;
  parameters: ParameterTable;
  parameter_versions: ParameterVersionTable;
  confirmations: ConfirmationTable;
  plans: PlanTable;
  plan_folders: PlanFolderTable;
  plan_items: PlanItemTable;
  plan_skips: PlanSkipTable;
  plan_rules: PlanRuleTable;
  plan_devices: PlanDeviceTable;
  rehearsals: RehearsalTable;
  workflow_runs: WorkflowRunTable;
  workflow_journal: WorkflowJournalTable;
  workflow_log: WorkflowLogTable;
  standards: StandardTable;
  metric_aliases: MetricAliasTable;
  foreign_metrics: ForeignMetricTable;
  scripts: ScriptTable;
  script_versions: ScriptVersionTable;
  remarks: RemarkTable;
  settings: SettingTable;
  migrations: MigrationTable;
}

/** The tables, or a transaction over them. */
export type Db = Kysely<Database>;
