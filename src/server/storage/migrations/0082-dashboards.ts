import type { Migration } from './migration.ts';

/** Dashboards of users, and those that companies share. */
export const migration: Migration = {
  id: 82,
  statements: [
    `CREATE TABLE dashboards (
      id :id, name :text NOT NULL, share :text NOT NULL, owner_id :int NOT NULL REFERENCES users (id),
      owner_name :text NOT NULL, company_id :int REFERENCES companies (id), layout :text NOT NULL,
      revision :int NOT NULL, deleted_at :int
    )`,
    `CREATE INDEX dashboards_owner ON dashboards (owner_id)`,
    `CREATE INDEX dashboards_company ON dashboards (company_id, share)`,
  ],
};
