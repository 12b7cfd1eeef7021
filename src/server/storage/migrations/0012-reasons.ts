import type { Migration } from './migration.ts';

/** Why a script proposes an item, and the language that it says it in. */
export const migration: Migration = {
  id: 12,
  statements: [
    `ALTER TABLE workflow_runs ADD COLUMN language :text NOT NULL DEFAULT 'en'`,
    `ALTER TABLE plan_items ADD COLUMN reason :text NOT NULL DEFAULT ''`,
  ],
};
