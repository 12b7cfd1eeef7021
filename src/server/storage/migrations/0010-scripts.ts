import type { Migration } from './migration.ts';

const grants: Readonly<Record<number, readonly string[]>> = {
  1: ['device:script:edit', 'device:script:share', 'device:script:delete'],
  2: ['device:script:edit', 'device:script:share'],
};

/** Scripts that people keep, and every version of their text. */
export const migration: Migration = {
  id: 10,
  statements: [
    `CREATE TABLE scripts (
    id :text NOT NULL PRIMARY KEY, name :text NOT NULL, owner_id :int NOT NULL REFERENCES users(id),
    owner_name :text NOT NULL, company_id :int, share :text NOT NULL, revision :int NOT NULL, version :int NOT NULL,
    library :text, saved_at :int NOT NULL, deleted_at :int
  )`,
    `CREATE INDEX scripts_owner ON scripts(owner_id)`,
    `CREATE INDEX scripts_company ON scripts(company_id, share)`,
    `CREATE TABLE script_versions (
    script_id :text NOT NULL REFERENCES scripts(id), version :int NOT NULL, text :text NOT NULL, note :text NOT NULL,
    saved_at :int NOT NULL, saved_by :text NOT NULL, PRIMARY KEY (script_id, version)
  )`,
    ...Object.entries(grants).flatMap(([role, permissions]) =>
      permissions.map(
        (permission) =>
          `INSERT INTO role_permissions (role_id, permission) SELECT id, '${permission}' FROM roles WHERE id = ${role}`,
      ),
    ),
  ],
};
