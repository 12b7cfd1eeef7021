import type { Migration } from './migration.ts';

/** What devices reported has one name in every table, and a set of initial values says what it holds. */
export const migration: Migration = {
  id: 22,
  statements: [
    'ALTER TABLE parameters RENAME COLUMN told TO reported',
    'ALTER TABLE baselines RENAME COLUMN told TO initial_values',
    'ALTER TABLE foreign_metrics RENAME COLUMN told TO reported',
  ],
};
