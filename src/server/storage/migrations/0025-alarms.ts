import type { Migration } from './migration.ts';

/**
 * Rules of alarms with their versions; what each is judged for, with the state at which its evaluation stands; what was
 * raised, and the lines of its timeline. One open alarm of a kind stands at an instance.
 */
export const migration: Migration = {
  id: 25,
  statements: [
    `CREATE TABLE alarm_rules (
      id :id, company_id :int NOT NULL REFERENCES companies (id), version :int NOT NULL, deleted_at :int
    )`,
    `CREATE TABLE alarm_rule_versions (
      rule_id :int NOT NULL REFERENCES alarm_rules (id), version :int NOT NULL, from_t :int NOT NULL,
      name :text NOT NULL, definition :text NOT NULL, reason :text NOT NULL, user_id :int, account_name :text,
      PRIMARY KEY (rule_id, version)
    )`,
    `CREATE TABLE alarm_instances (
      id :id, rule_id :int NOT NULL REFERENCES alarm_rules (id), target_id :int NOT NULL, station_id :int NOT NULL,
      rtu_id :int NOT NULL, spans :text NOT NULL, due_at :int, UNIQUE (rule_id, target_id)
    )`,
    `CREATE INDEX alarm_instances_due ON alarm_instances (due_at) WHERE due_at IS NOT NULL`,
    `CREATE TABLE alarm_checkpoints (
      instance_id :int NOT NULL REFERENCES alarm_instances (id), t :int NOT NULL, state :text NOT NULL,
      heads :text NOT NULL, PRIMARY KEY (instance_id, t)
    ) :clustered`,
    `CREATE TABLE alarms (
      id :id, instance_id :int NOT NULL REFERENCES alarm_instances (id), rule_id :int NOT NULL,
      station_id :int NOT NULL, rtu_id :int NOT NULL, sensor_id :int, is_blind :int NOT NULL,
      revision :int NOT NULL, present :int NOT NULL, peak :int NOT NULL,
      raised_at :int NOT NULL, known_at :int NOT NULL, moved_at :int NOT NULL, is_late :int NOT NULL,
      is_contradicted :int NOT NULL, facts :text NOT NULL,
      answered_at :int, answered_by :int, answered_name :text, answer_note :text NOT NULL,
      shelved_at :int, shelved_until :int, shelved_rank :int, shelved_by :int, shelved_name :text,
      shelf_reason :text NOT NULL,
      closed_at :int, closed_why :text, closed_by :int, closed_name :text, finding :text, closed_note :text NOT NULL,
      assigned_to :int, assigned_name :text
    )`,
    `CREATE UNIQUE INDEX alarms_open ON alarms (instance_id, is_blind) WHERE closed_at IS NULL`,
    `CREATE INDEX alarms_raised ON alarms (raised_at)`,
    `CREATE INDEX alarms_shelved ON alarms (shelved_until) WHERE shelved_until IS NOT NULL`,
    `CREATE TABLE alarm_entries (
      id :id, alarm_id :int NOT NULL REFERENCES alarms (id), instance_id :int NOT NULL, is_event :int NOT NULL,
      type :text NOT NULL, t :int NOT NULL, known_at :int NOT NULL, from_rank :int NOT NULL, to_rank :int NOT NULL,
      is_late :int NOT NULL, contradicted_at :int, user_id :int, account_name :text, note :text NOT NULL,
      until_t :int, finding :text, facts :text
    )`,
    `CREATE INDEX alarm_entries_of ON alarm_entries (alarm_id, id)`,
    `CREATE INDEX alarm_entries_events ON alarm_entries (instance_id, t) WHERE is_event = 1`,
    `CREATE TABLE late_readings (
      row_id :text NOT NULL, source_id :int NOT NULL, from_t :int NOT NULL, seq :int NOT NULL,
      PRIMARY KEY (row_id, source_id)
    ) :clustered`,
    `CREATE TABLE station_labels (
      station_id :int NOT NULL REFERENCES stations (id), label :text NOT NULL, PRIMARY KEY (station_id, label)
    ) :clustered`,
    `INSERT INTO role_permissions (role_id, permission)
      SELECT role_id, 'alarm:event:view' FROM role_permissions WHERE permission = 'station:data:view'`,
    `INSERT INTO role_permissions (role_id, permission)
      SELECT role_id, 'alarm:event:answer' FROM role_permissions WHERE permission = 'device:command:send'`,
    `INSERT INTO role_permissions (role_id, permission)
      SELECT role_id, 'alarm:rule:edit' FROM role_permissions WHERE permission = 'device:parameter:edit'`,
  ],
};
