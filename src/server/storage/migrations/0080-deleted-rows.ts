import type { Migration } from './migration.ts';

/** Rows of tables without a column of their own for it, as they were when they were deleted: they can be put back for a while. */
export const migration: Migration = {
  id: 80,
  statements: [
    `CREATE TABLE deleted_rows (
      subject :text NOT NULL, subject_id :int NOT NULL, body :text NOT NULL, deleted_at :int NOT NULL,
      PRIMARY KEY (subject, subject_id)
    ) :clustered`,
  ],
};
