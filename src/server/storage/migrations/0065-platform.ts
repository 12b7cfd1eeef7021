import type { Migration } from './migration.ts';

/** The platform's name, logo and bounds, each time they were saved; and who may: the maintainer's role. */
export const migration: Migration = {
  id: 65,
  statements: [
    `CREATE TABLE platform_versions (
      version :int NOT NULL PRIMARY KEY, at :int NOT NULL, account_name :text NOT NULL, reason :text NOT NULL, state :text NOT NULL
    )`,
    `CREATE TABLE platform_logos (id :text NOT NULL PRIMARY KEY, png :blob NOT NULL)`,
    `INSERT INTO role_permissions (role_id, permission) SELECT id, 'system:platform:edit' FROM roles WHERE id = 1`,
  ],
};
