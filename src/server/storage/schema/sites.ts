/** Projects, stations, RTUs and sensors with their kinds, and how people group, describe and import them. */

import type { Generated } from 'kysely';
import type { FolderShare } from '../../../base/bounds/folders.ts';
import type { OwnKindBody } from '../../../catalogue/own-kinds.ts';
import type { SavedFilter } from '../../../domain/folders/filter.ts';
import type { FormulaBody } from '../../../domain/formulas/model.ts';
import type { Json } from '../json.ts';

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
export interface StationLabelTable {
  station_id: number;
  label: string;
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
/** A derived channel: the sensor whose readings are its values, and the kind of that sensor alone. */
export interface FormulaTable {
  id: Generated<number>;
  sensor_id: number;
  kind_id: number;
  /** Newest version, from 1. */
  version: number;
}
export interface FormulaVersionTable {
  formula_id: number;
  version: number;
  body: Json<FormulaBody>;
  reason: string;
  at: number;
  user_id: number | null;
  account_name: string | null;
}
/** What derived channels in use read; of one out of use none. */
export interface FormulaInputTable {
  row_id: string;
  source_id: number;
  element: number;
  formula_id: number;
  /** ms by which a value reaches into what is computed after it. */
  reach: number;
}
/** Times, both inclusive, at which a derived channel is to be computed; `since_t` is where that began. */
export interface FormulaStretchTable {
  formula_id: number;
  from_t: number;
  to_t: number;
  since_t: number;
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
/** A station in a folder. */
export interface FolderStationTable {
  folder_id: number;
  station_id: number;
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
  /** Null = it stands; else it can be put back for a while. */
  deleted_at: number | null;
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

/** Own lines of intensity and duration; `station_id` null = of all stations of the project. */
export interface RainLineTable {
  id: Generated<number>;
  project_id: number;
  station_id: number | null;
  factor: number;
  exponent: number;
  shortest: number;
  longest: number;
  gap: number;
  account_name: string;
  at: number;
}

export interface RainLinePastTable {
  id: Generated<number>;
  project_id: number;
  station_id: number | null;
  factor: number;
  exponent: number;
  shortest: number;
  longest: number;
  gap: number;
  at: number;
  /** Outside. */
  until: number;
}

/** By the name of the table. */
export interface SiteTables {
  own_kinds: OwnKindTable;
  own_kind_versions: OwnKindVersionTable;
  formulas: FormulaTable;
  formula_versions: FormulaVersionTable;
  formula_inputs: FormulaInputTable;
  formula_stretches: FormulaStretchTable;
  station_labels: StationLabelTable;
  projects: ProjectTable;
  stations: StationTable;
  rtus: RtuTable;
  sensors: SensorTable;
  sheet_runs: SheetRunTable;
  sim_cards: SimCardTable;
  folders: FolderTable;
  folder_stations: FolderStationTable;
  remarks: RemarkTable;
  rain_lines: RainLineTable;
  rain_line_past: RainLinePastTable;
}
