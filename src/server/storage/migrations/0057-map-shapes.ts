import type { Migration } from './migration.ts';

/** What is drawn on maps for a project or one of its stations: hazard areas, routes, places to meet, outlines. */
export const migration: Migration = {
  id: 57,
  statements: [
    `CREATE TABLE map_shapes (
      id :id, company_id :int NOT NULL REFERENCES companies (id), project_id :int NOT NULL, station_id :int,
      kind :text NOT NULL, name :text NOT NULL, points :int NOT NULL, geojson :text NOT NULL,
      created_at :int NOT NULL, account_name :text NOT NULL
    )`,
    `CREATE INDEX map_shapes_of ON map_shapes (company_id)`,
  ],
};
