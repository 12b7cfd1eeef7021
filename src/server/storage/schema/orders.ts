/** Orders to devices, what those reported of their parameters, and the standards for these. */

import type { Generated } from 'kysely';
import type { ParameterValue } from '../../../catalogue/model.ts';
import type { StandardScope } from '../../../contract/devices/standards.ts';
import type { Json } from '../json.ts';

/** A value that a device reported, when it did, and when this server received it; both UTC ms. */
export type ReportedValue = readonly [value: ParameterValue, at: number, heard: number];
/** By `group/field`. */
export type ReportedValues = Readonly<Record<string, ReportedValue>>;
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

/** A standard set that is assigned to a selection: its devices are held against it. */
export interface StandardWatchTable {
  standard_id: number;
  /** contract/standards. */
  scope: Json<StandardScope>;
  since: number;
  /** Who is notified of drift. */
  user_id: number;
  account_name: string;
  /** In the selection as it was looked at last, and those of them that have not reported all of the set's fields. */
  devices: number;
  unknown: number;
  /** Null = not yet. */
  checked_at: number | null;
}
/** A field of a device that has another value than its standard wants. */
export interface StandardDriftTable {
  standard_id: number;
  rtu_id: number;
  /** −1 = the RTU itself. */
  slot: number;
  field: string;
  /** JSON. */
  value: string;
  /** When the device said so. */
  reported_at: number;
  /** When it was found. */
  since: number;
}

/** By the name of the table. */
export interface OrderTables {
  orders: OrderTable;
  order_attempts: OrderAttemptTable;
  parameters: ParameterTable;
  parameter_versions: ParameterVersionTable;
  standards: StandardTable;
  standard_watches: StandardWatchTable;
  standard_drifts: StandardDriftTable;
}
