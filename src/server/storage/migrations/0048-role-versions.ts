import type { Migration } from './migration.ts';

/** What a role was called and allowed, each time it was saved: who changed it, when, and why. */
export const migration: Migration = {
  id: 48,
  statements: [
    `CREATE TABLE role_versions (
      role_id :int NOT NULL, version :int NOT NULL, at :int NOT NULL, account_name :text NOT NULL,
      name :text NOT NULL, permissions :text NOT NULL, reason :text NOT NULL, PRIMARY KEY (role_id, version)
    ) :clustered`,
  ],
};
