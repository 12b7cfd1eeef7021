import type { Migration } from './migration.ts';

/** Changes of scripts, rules and standard sets that wait for a person (src/server/proposals). */
export const migration: Migration = {
  id: 111,
  statements: [
    `CREATE TABLE change_proposals (
      id :text NOT NULL PRIMARY KEY, company_id :int NOT NULL REFERENCES companies(id), title :text NOT NULL,
      state :text NOT NULL, hash :text NOT NULL, created_at :int NOT NULL, creator_id :int NOT NULL,
      creator_name :text NOT NULL, ended_at :int, ender_name :text, reason :text NOT NULL, changes :text NOT NULL
    )`,
    `CREATE INDEX change_proposals_company ON change_proposals (company_id, state)`,
  ],
};
