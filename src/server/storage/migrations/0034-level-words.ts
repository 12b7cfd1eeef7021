import type { Migration } from './migration.ts';

/** Words of companies for the levels of alarms; null = those of the edition. */
export const migration: Migration = {
  id: 34,
  statements: [`ALTER TABLE companies ADD COLUMN level_words :text`],
};
