import type { Migration } from './migration.ts';

/** Where on its site a sensor is: a code of the dictionary. */
export const migration: Migration = {
  id: 81,
  statements: [`ALTER TABLE sensors ADD COLUMN position :text`],
};
