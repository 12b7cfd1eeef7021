import type { Migration } from './migration.ts';

/**
 * Dated initial values of sensors. Whether an RTU came too late and has not been punctual since is kept, so that a start
 * of the server does not forget it.
 */
export const migration: Migration = {
  id: 17,
  statements: [
    `CREATE TABLE baselines (
    id :id, sensor_id :int NOT NULL REFERENCES sensors(id), t :int NOT NULL, how :text NOT NULL, told :text NOT NULL,
    from_t :int, to_t :int, reason :text NOT NULL, user_id :int, account_name :text, command_id :text,
    created_at :int NOT NULL, withdrawn_at :int, withdrawn_by :text, withdrawn_why :text
  )`,
    `CREATE INDEX baselines_sensor ON baselines(sensor_id, t)`,
    `INSERT INTO role_permissions (role_id, permission)
    SELECT role_id, 'station:baseline:edit' FROM role_permissions WHERE permission = 'device:parameter:edit'`,
    `ALTER TABLE rtus ADD COLUMN late :int NOT NULL DEFAULT 0`,
  ],
};
