import type { Migration } from './migration.ts';

/** Imports of sheets as they can be taken back: what each has made, by id. */
export const migration: Migration = {
  id: 60,
  statements: [
    `CREATE TABLE sheet_runs (
      id :id,
      sheet :text NOT NULL,
      company_id :int REFERENCES companies (id),
      account_name :text NOT NULL,
      at :int NOT NULL,
      made :text NOT NULL,
      undone_at :int,
      undone_by :text
    )`,
    `CREATE INDEX sheet_runs_of_company ON sheet_runs (sheet, company_id, id)`,
  ],
};
