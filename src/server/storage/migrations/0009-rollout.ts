import type { Migration } from './migration.ts';

/** How plans reach their devices: batches, steps, pauses; sends and skips among their items. */
export const migration: Migration = {
  id: 9,
  statements: [
    `ALTER TABLE plans ADD COLUMN rollout :text`,
    `ALTER TABLE plans ADD COLUMN paused_at :int`,
    `ALTER TABLE plans ADD COLUMN origin_id :text`,
    `ALTER TABLE plans ADD COLUMN origin_of :text`,
    `ALTER TABLE plan_items ADD COLUMN type :text NOT NULL DEFAULT 'set'`,
    `ALTER TABLE plan_items ADD COLUMN after :text`,
    `CREATE TABLE plan_skips (
    plan_id :text NOT NULL REFERENCES plans(id), position :int NOT NULL,
    station_id :int NOT NULL REFERENCES stations(id), slot :int, group_id :text NOT NULL, why :text NOT NULL,
    PRIMARY KEY (plan_id, position)
  )`,
    `CREATE TABLE plan_devices (
    plan_id :text NOT NULL REFERENCES plans(id), rtu_id :int NOT NULL REFERENCES rtus(id), batch :int NOT NULL,
    position :int NOT NULL, started_at :int, deadline :int, ended_at :int, ended_no :int, outcome :text,
    PRIMARY KEY (plan_id, rtu_id)
  )`,
    `CREATE INDEX plan_devices_rtu ON plan_devices(rtu_id)`,
    `INSERT INTO plan_devices (plan_id, rtu_id, batch, position)
    SELECT plan_items.plan_id, plan_items.rtu_id, 0, MIN(plan_items.position) FROM plan_items
    JOIN plans ON plans.id = plan_items.plan_id
    WHERE plans.state = 'applying' AND plan_items.excluded = 0 GROUP BY plan_items.plan_id, plan_items.rtu_id`,
  ],
};
