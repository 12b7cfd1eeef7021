import type { Migration } from './migration.ts';

/** What people learn of the end of their work, what they chose of it, and since when a plan goes on after a pause. */
export const migration: Migration = {
  id: 87,
  statements: [
    `CREATE TABLE work_notices (
      id :id, key :text NOT NULL UNIQUE, user_id :int NOT NULL, work :text NOT NULL, how :text NOT NULL,
      params :text NOT NULL, address :text NOT NULL, at :int NOT NULL, seen_at :int
    )`,
    `CREATE INDEX work_notices_user ON work_notices (user_id, id)`,
    `CREATE INDEX work_notices_work ON work_notices (work)`,
    `CREATE INDEX work_notices_at ON work_notices (at)`,
    `CREATE TABLE work_choices (
      user_id :int NOT NULL PRIMARY KEY, console :int NOT NULL, mail :int NOT NULL, push :int NOT NULL
    )`,
    `ALTER TABLE messages ADD COLUMN notice_id :int`,
    `CREATE INDEX messages_notice ON messages (notice_id) WHERE notice_id IS NOT NULL`,
    `ALTER TABLE plans ADD COLUMN resumed_at :int`,
  ],
};
