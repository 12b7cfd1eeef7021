import type { Migration } from './migration.ts';

/** Filters that are saved as folders: what stations have to be, in place of which ones were put in. */
export const migration: Migration = {
  id: 55,
  statements: [`ALTER TABLE folders ADD COLUMN filter :text`],
};
