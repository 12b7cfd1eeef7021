import type { Migration } from './migration.ts';

/**
 * Answers of runs are kept deflated. A run counts its answers, the bytes that its journal takes, and the work that its
 * calls were. A journal goes some time after its run has ended.
 */
export const migration: Migration = {
  id: 19,
  statements: [
    `ALTER TABLE workflow_journal ADD COLUMN packed :blob`,
    `ALTER TABLE workflow_runs ADD COLUMN answers :int NOT NULL DEFAULT 0`,
    `ALTER TABLE workflow_runs ADD COLUMN journal_bytes :int NOT NULL DEFAULT 0`,
    `ALTER TABLE workflow_runs ADD COLUMN work :int NOT NULL DEFAULT 0`,
    `ALTER TABLE workflow_runs ADD COLUMN cleaned_at :int`,
    `UPDATE workflow_runs SET
    answers = (SELECT COALESCE(MAX(settled) + 1, 0) FROM workflow_journal WHERE run_id = id),
    journal_bytes = (SELECT COALESCE(SUM(length(args) + COALESCE(length(result), 0)), 0)
      FROM workflow_journal WHERE run_id = id)`,
    `CREATE INDEX workflow_runs_journal ON workflow_runs(ended_at) WHERE cleaned_at IS NULL`,
  ],
};
