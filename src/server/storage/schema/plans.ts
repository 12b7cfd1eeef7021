/** Plans of changes, how they go at their devices, and their rehearsals. */

import type { Generated } from 'kysely';
import type { ParameterValue } from '../../../catalogue/model.ts';
import type { After, PlanObstacle } from '../../../contract/plans/plans.ts';
import type { RehearsalResult } from '../../../contract/plans/rehearsal.ts';
import type { Definition } from '../../../domain/alarms/definition.ts';
import type { Rollout } from '../../../domain/rollout/rollout.ts';
import type { Json } from '../json.ts';

/** By field: what was on the device when a plan was made, and when it reported that. */
export type PreviousValues = Readonly<Record<string, readonly [value: ParameterValue, at: number]>>;
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
  /** When it went on after its last pause. */
  resumed_at: Generated<number | null>;
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

/** By the name of the table. */
export interface PlanTables {
  plans: PlanTable;
  plan_folders: PlanFolderTable;
  plan_items: PlanItemTable;
  plan_skips: PlanSkipTable;
  plan_rules: PlanRuleTable;
  plan_devices: PlanDeviceTable;
  rehearsals: RehearsalTable;
}
