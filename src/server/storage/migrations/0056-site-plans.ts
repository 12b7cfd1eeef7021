import type { Migration } from './migration.ts';

/** Pictures of a site with its devices placed on them, in shares of the picture's width and height. */
export const migration: Migration = {
  id: 56,
  statements: [
    `CREATE TABLE site_plans (
      id :id, station_id :int NOT NULL, name :text NOT NULL, upload_id :int NOT NULL REFERENCES uploads (id),
      created_at :int NOT NULL, account_name :text NOT NULL
    )`,
    `CREATE INDEX site_plans_of ON site_plans (station_id)`,
    `CREATE TABLE site_plan_places (
      site_plan_id :int NOT NULL REFERENCES site_plans (id), sensor_id :int NOT NULL, x :real NOT NULL,
      y :real NOT NULL, PRIMARY KEY (site_plan_id, sensor_id)
    ) :clustered`,
  ],
};
