import type { Migration } from './migration.ts';

/** Words that companies choose from in forms, as each has changed them, and who did. */
export const migration: Migration = {
  id: 33,
  statements: [
    `CREATE TABLE dictionary_entries (
      company_id :int NOT NULL REFERENCES companies (id), dictionary :text NOT NULL, code :text NOT NULL,
      revision :int NOT NULL, state :text NOT NULL, PRIMARY KEY (company_id, dictionary, code)
    ) :clustered`,
    `CREATE TABLE dictionary_changes (
      id :id, company_id :int NOT NULL, dictionary :text NOT NULL, code :text NOT NULL, at :int NOT NULL,
      user_id :int NOT NULL, account_name :text NOT NULL, before :text, after :text NOT NULL
    )`,
    `CREATE INDEX dictionary_changes_of ON dictionary_changes (company_id, dictionary, id)`,
    `ALTER TABLE alarm_entries ADD COLUMN cause :text`,
  ],
};
