import type { Migration } from './migration.ts';

/** Which script, and which version of it, a run came from. */
export const migration: Migration = {
  id: 13,
  statements: [`ALTER TABLE workflow_runs ADD COLUMN source :text`],
};
