import type { Migration } from './migration.ts';

/** Folders of users with the stations in them, and who may share them: the roles that come with the product and share scripts. */
export const migration: Migration = {
  id: 54,
  statements: [
    `CREATE TABLE folders (
      id :id, parent_id :int, name :text NOT NULL, share :text NOT NULL, owner_id :int NOT NULL REFERENCES users (id),
      owner_name :text NOT NULL, company_id :int REFERENCES companies (id), position :int NOT NULL,
      revision :int NOT NULL, deleted_at :int, deleted_with :int
    )`,
    `CREATE INDEX folders_owner ON folders (owner_id)`,
    `CREATE INDEX folders_company ON folders (company_id, share)`,
    `CREATE TABLE folder_stations (
      folder_id :int NOT NULL REFERENCES folders (id), station_id :int NOT NULL REFERENCES stations (id),
      PRIMARY KEY (folder_id, station_id)
    ) :clustered`,
    `CREATE INDEX folder_stations_of ON folder_stations (station_id)`,
    ...[1, 2].map(
      (role) =>
        `INSERT INTO role_permissions (role_id, permission) SELECT id, 'station:folder:share' FROM roles WHERE id = ${role}`,
    ),
  ],
};
