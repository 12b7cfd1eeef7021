import type { Migration } from './migration.ts';

/** Standard sets. */
export const migration: Migration = {
  id: 7,
  statements: [
    `CREATE TABLE standards (
    id :id, company_id :int NOT NULL REFERENCES companies(id), kind :int, group_id :text NOT NULL,
    name :text NOT NULL, wanted :text NOT NULL, revision :int NOT NULL, updated_at :int NOT NULL, account_name :text
  )`,
    `CREATE UNIQUE INDEX standards_name ON standards(company_id, group_id, COALESCE(kind, -1), name)`,
  ],
};
