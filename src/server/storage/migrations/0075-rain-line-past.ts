import type { Migration } from './migration.ts';

/** Own lines of intensity and duration that stood once: from `at` to before `until`. A rule judges by the line of its moment. */
export const migration: Migration = {
  id: 75,
  statements: [
    `CREATE TABLE rain_line_past (
      id :id,
      project_id :int NOT NULL REFERENCES projects (id),
      station_id :int REFERENCES stations (id),
      factor :real NOT NULL,
      exponent :real NOT NULL,
      shortest :real NOT NULL,
      longest :real NOT NULL,
      gap :int NOT NULL,
      at :int NOT NULL,
      until :int NOT NULL
    )`,
    `CREATE INDEX rain_line_past_project ON rain_line_past (project_id)`,
  ],
};
