import type { Migration } from './migration.ts';

/** Who a user is, and the number to call; empty where nobody has written it. */
export const migration: Migration = {
  id: 58,
  statements: [
    `ALTER TABLE users ADD COLUMN full_name :text NOT NULL DEFAULT ''`,
    `ALTER TABLE users ADD COLUMN phone :text NOT NULL DEFAULT ''`,
  ],
};
