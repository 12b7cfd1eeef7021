import type { Migration } from './migration.ts';

const grants: Readonly<Record<number, readonly string[]>> = {
  1: [
    'device:parameter:view',
    'device:parameter:edit',
    'device:command:send',
    'device:command:sound',
    'device:command:freeText',
    'device:command:delete',
    'station:remark:edit',
    'station:remark:delete',
    'system:audit:view',
  ],
  2: [
    'device:parameter:view',
    'device:parameter:edit',
    'device:command:send',
    'device:command:sound',
    'station:remark:edit',
  ],
  3: ['device:parameter:view'],
};

/** The queue of commands, what devices reported of their parameters, remarks. */
export const migration: Migration = {
  id: 5,
  statements: [
    `CREATE TABLE commands (
    id :text NOT NULL PRIMARY KEY, rtu_id :int NOT NULL REFERENCES rtus(id), slot :int, kind :int,
    type :text NOT NULL, name :text NOT NULL, body :text NOT NULL, previous :text NOT NULL, seen :text NOT NULL,
    state :text NOT NULL, verification :text, position :real NOT NULL, seq :int, attempts :int NOT NULL,
    session :text, base_version :int, stranding :int NOT NULL, trial :text,
    user_id :int, account_name :text, reason :text NOT NULL, surface :text NOT NULL, plan_id :text,
    idempotency_key :text NOT NULL, body_hash :text NOT NULL, not_after :int NOT NULL,
    created_at :int NOT NULL, sent_at :int, received_at :int, answered_at :int, ended_at :int, applied_at :int,
    verified_at :int, code :int, answer :text NOT NULL, hidden :int NOT NULL,
    UNIQUE (user_id, idempotency_key)
  )`,
    `CREATE INDEX commands_rtu ON commands(rtu_id, created_at)`,
    `CREATE INDEX commands_state ON commands(state)`,
    `CREATE TABLE command_attempts (
    command_id :text NOT NULL REFERENCES commands(id), attempt :int NOT NULL, at :int NOT NULL, session :text NOT NULL,
    PRIMARY KEY (command_id, attempt)
  )`,
    `CREATE TABLE parameters (
    rtu_id :int NOT NULL REFERENCES rtus(id), slot :int NOT NULL, told :text NOT NULL, PRIMARY KEY (rtu_id, slot)
  )`,
    `CREATE TABLE parameter_versions (
    rtu_id :int NOT NULL REFERENCES rtus(id), slot :int NOT NULL, group_id :text NOT NULL, version :int NOT NULL,
    PRIMARY KEY (rtu_id, slot, group_id)
  )`,
    `ALTER TABLE rtus ADD COLUMN device_class :text`,
    `ALTER TABLE rtus ADD COLUMN next_seq :int`,
    `CREATE TABLE confirmations (
    token_hash :text NOT NULL PRIMARY KEY, user_id :int NOT NULL REFERENCES users(id), body_hash :text NOT NULL,
    expires_at :int NOT NULL
  )`,
    `CREATE TABLE remarks (
    id :id, station_id :int NOT NULL REFERENCES stations(id), sn :text NOT NULL, text :text NOT NULL, at :int NOT NULL,
    user_id :int, account_name :text, created_at :int NOT NULL, edited_at :int
  )`,
    `CREATE INDEX remarks_station ON remarks(station_id, at)`,
    ...Object.entries(grants).flatMap(([role, permissions]) =>
      permissions.map(
        (permission) =>
          `INSERT INTO role_permissions (role_id, permission) SELECT id, '${permission}' FROM roles WHERE id = ${role}`,
      ),
    ),
  ],
};
