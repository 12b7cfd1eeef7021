import type { Migration } from './migration.ts';

/** The last entry of the audit, signed and kept apart from it: one row, which each entry moves on. */
export const migration: Migration = {
  id: 18,
  statements: [
    `CREATE TABLE audit_head (
    one :int PRIMARY KEY, entry_id :int NOT NULL, hash :text NOT NULL, entries :int NOT NULL, at :int NOT NULL,
    broken_at :int, key_name :text NOT NULL, signature :text NOT NULL
  )`,
  ],
};
