import type { Migration } from './migration.ts';

/**
 * Reports of cycles that arrive late change what was known of the past: each change has a number, and the moment from which
 * on other cycles were in force than were known. Whoever has judged by an earlier number judges anew from there.
 */
export const migration: Migration = {
  id: 62,
  statements: [
    `CREATE TABLE cycle_changes (
    rtu_id :int NOT NULL, revision :int NOT NULL, from_t :int NOT NULL,
    PRIMARY KEY (rtu_id, revision)
  )`,
    'ALTER TABLE rtus ADD COLUMN cycles_revision :int NOT NULL DEFAULT 0',
  ],
};
