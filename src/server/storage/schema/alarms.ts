/** Rules of alarms, what they judge, the alarms and their timelines, and sirens. */

import type { Generated } from 'kysely';
import type { MessageParams } from '../../../base/errors.ts';
import type { FrozenFacts } from '../../../contract/alarms/frozen-facts.ts';
import type { Definition, ScopeSpan } from '../../../domain/alarms/definition.ts';
import type { State } from '../../../domain/alarms/stepper.ts';
import type { SirenTarget, Sound } from '../../../domain/sirens.ts';
import type { Json } from '../json.ts';

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
/** What became of one siren of a call. */
export interface SirenResult extends SirenTarget {
  readonly orderId: string | null;
  /** Why it was not ordered. */
  readonly refused: { readonly messageId: string; readonly params: MessageParams } | null;
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

/** By the name of the table. */
export interface AlarmTables {
  siren_sites: SirenSiteTable;
  siren_calls: SirenCallTable;
  armings: ArmingTable;
  alarm_rules: AlarmRuleTable;
  alarm_rule_versions: AlarmRuleVersionTable;
  alarm_instances: AlarmInstanceTable;
  alarm_checkpoints: AlarmCheckpointTable;
  alarms: AlarmTable;
  alarm_entries: AlarmEntryTable;
  late_readings: LateReadingTable;
}
