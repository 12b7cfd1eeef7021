import type { Migration } from './migration.ts';

/** Own lines of intensity and duration, of a station or of all stations of a project (`station_id` null): who set it, and when. */
export const migration: Migration = {
  id: 84,
  statements: [
    `CREATE TABLE rain_lines (
      id :id,
      project_id :int NOT NULL REFERENCES projects (id),
      station_id :int REFERENCES stations (id),
      factor :real NOT NULL,
      exponent :real NOT NULL,
      shortest :real NOT NULL,
      longest :real NOT NULL,
      gap :int NOT NULL,
      account_name :text NOT NULL,
      at :int NOT NULL
    )`,
    `CREATE INDEX rain_lines_project ON rain_lines (project_id)`,
  ],
};
