import type { Migration } from './migration.ts';

/** From when to when the server ran, and its broker: what lies between two spans of a kind it was down. */
export const migration: Migration = {
  id: 71,
  statements: [
    `CREATE TABLE service_spans (
    kind :text NOT NULL, from_at :int NOT NULL, to_at :int NOT NULL, PRIMARY KEY (kind, from_at)
  )`,
  ],
};
