import type { Migration } from './migration.ts';

/**
 * Several processes over one database: who lives, who has what, who made a change, and what was stored, for those that did
 * not store it.
 */
export const migration: Migration = {
  id: 100,
  statements: [
    'ALTER TABLE changes ADD COLUMN origin :origin',
    `CREATE TABLE processes (id :text NOT NULL PRIMARY KEY, name :text NOT NULL, version :text NOT NULL,
      place :text NOT NULL, started_at :int NOT NULL, until_at :int NOT NULL, state :text NOT NULL, facts :text NOT NULL)`,
    `CREATE TABLE leases (name :text NOT NULL PRIMARY KEY, holder :text NOT NULL, epoch :int NOT NULL,
      taken_at :int NOT NULL, born_at :int, wanted_by :text)`,
    'CREATE INDEX leases_of ON leases (holder)',
    'CREATE TABLE stored_batches (id :id, at :int NOT NULL, origin :origin, body :text NOT NULL)',
  ],
};
