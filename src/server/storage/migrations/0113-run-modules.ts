import type { Migration } from './migration.ts';

/** The saved scripts that a run imports, with the versions and texts that it uses. */
export const migration: Migration = {
  id: 113,
  statements: [`ALTER TABLE workflow_runs ADD COLUMN modules :text`],
};
