import type { Migration } from './migration.ts';

/**
 * Collections that were due on a day of a source and those that brought a reading, counted once the day is over. A day
 * whose readings change is stale from its summary on, and is counted anew.
 */
export const migration: Migration = {
  id: 45,
  statements: [
    `CREATE TABLE arrival_days (
      day :int NOT NULL, row_id :text NOT NULL, source_id :int NOT NULL, expected :int NOT NULL,
      received :int NOT NULL, stale :int NOT NULL, PRIMARY KEY (day, row_id, source_id)
    ) :clustered`,
  ],
};
