import type { Migration } from './migration.ts';

/** Old readings, sealed: rows of a series and a week or a day as one value. Chunks of a series do not overlap. */
export const migration: Migration = {
  id: 91,
  statements: [
    `CREATE TABLE reading_chunks (id :id, row_id :text NOT NULL, source_id :int NOT NULL, element :int NOT NULL,
      first_t :int NOT NULL, last_t :int NOT NULL, row_count :int NOT NULL, data :blob NOT NULL)`,
    `CREATE UNIQUE INDEX reading_chunks_of ON reading_chunks (row_id, source_id, element, first_t, last_t)`,
  ],
};
