import type { Migration } from './migration.ts';

/** Standard sets that are assigned to a selection, and where devices of it drift from them (src/server/standards). */
export const migration: Migration = {
  id: 112,
  statements: [
    `CREATE TABLE standard_watches (
      standard_id :int NOT NULL PRIMARY KEY, scope :text NOT NULL, since :int NOT NULL, user_id :int NOT NULL,
      account_name :text NOT NULL, devices :int NOT NULL, unknown :int NOT NULL, checked_at :int
    )`,
    `CREATE TABLE standard_drifts (
      standard_id :int NOT NULL, rtu_id :int NOT NULL REFERENCES rtus(id), slot :int NOT NULL, field :text NOT NULL,
      value :text NOT NULL, reported_at :int NOT NULL, since :int NOT NULL,
      PRIMARY KEY (standard_id, rtu_id, slot, field)
    )`,
  ],
};
