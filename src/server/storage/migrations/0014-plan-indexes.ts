import type { Migration } from './migration.ts';

/** What a rollout asks at each move is found by an index, however many devices the plan has. */
export const migration: Migration = {
  id: 14,
  statements: [
    `CREATE INDEX plan_items_device ON plan_items(plan_id, rtu_id, position)`,
    `CREATE INDEX plan_devices_open ON plan_devices(plan_id, batch) WHERE ended_at IS NULL`,
    `CREATE INDEX plan_devices_waiting ON plan_devices(plan_id, batch, position) WHERE started_at IS NULL`,
    `CREATE INDEX plan_devices_under_way ON plan_devices(plan_id, rtu_id)
    WHERE started_at IS NOT NULL AND ended_at IS NULL`,
    `CREATE INDEX plan_devices_ended ON plan_devices(plan_id, ended_no) WHERE ended_no IS NOT NULL`,
  ],
};
