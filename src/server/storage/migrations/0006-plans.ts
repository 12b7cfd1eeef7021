import type { Migration } from './migration.ts';

/** Plans and their items. */
export const migration: Migration = {
  id: 6,
  statements: [
    `CREATE TABLE plans (
    id :text NOT NULL PRIMARY KEY, title :text NOT NULL, state :text NOT NULL, revision :int NOT NULL,
    surface :text NOT NULL, user_id :int, account_name :text, created_at :int NOT NULL, reason :text NOT NULL,
    approved_at :int, approver_id :int, approver_name :text, approver_address :text, issued_at :int, ended_at :int
  )`,
    `CREATE INDEX plans_state ON plans(state)`,
    `CREATE TABLE plan_items (
    plan_id :text NOT NULL REFERENCES plans(id), position :int NOT NULL, rtu_id :int NOT NULL REFERENCES rtus(id),
    slot :int, kind :int, group_id :text NOT NULL, edits :text NOT NULL, base_version :int NOT NULL,
    previous :text NOT NULL, excluded :int NOT NULL, command_id :text, skipped :text,
    PRIMARY KEY (plan_id, position)
  )`,
    `CREATE INDEX plan_items_rtu ON plan_items(rtu_id)`,
    `CREATE INDEX commands_plan ON commands(plan_id)`,
  ],
};
