import type { Migration } from './migration.ts';

/** What devices reported has one name in every table. */
export const migration: Migration = {
  id: 22,
  statements: [
    'ALTER TABLE parameters RENAME COLUMN told TO reported',
    'ALTER TABLE baselines RENAME COLUMN told TO reported',
    'ALTER TABLE foreign_metrics RENAME COLUMN told TO reported',
  ],
};
