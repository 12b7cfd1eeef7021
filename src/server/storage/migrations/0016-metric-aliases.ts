import type { Migration } from './migration.ts';

/** What metrics of RTUs that name them otherwise stand for. */
export const migration: Migration = {
  id: 16,
  statements: [
    `CREATE TABLE metric_aliases (
    rtu_id :int NOT NULL REFERENCES rtus(id), device :text NOT NULL, metric :text NOT NULL, slot :int,
    channel :text NOT NULL, unit :text, scale :real NOT NULL,
    PRIMARY KEY (rtu_id, device, metric)
  )`,
  ],
};
