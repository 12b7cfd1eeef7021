import type { Migration } from './migration.ts';

/** Rehearsals of plans: the last one of each. */
export const migration: Migration = {
  id: 11,
  statements: [
    `CREATE TABLE rehearsals (
    plan_id :text NOT NULL PRIMARY KEY REFERENCES plans(id), revision :int NOT NULL, seed :int NOT NULL,
    state :text NOT NULL, started_at :int NOT NULL, account_name :text NOT NULL, ended_at :int, result :text
  )`,
  ],
};
