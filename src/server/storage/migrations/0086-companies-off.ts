import type { Migration } from './migration.ts';

/** Since when a company is switched off; null = it is not. */
export const migration: Migration = {
  id: 86,
  statements: [`ALTER TABLE companies ADD COLUMN off_at :int`],
};
