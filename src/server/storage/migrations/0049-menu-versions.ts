import type { Migration } from './migration.ts';

/** The menu tree, each time it was saved; the newest one is what everybody sees. */
export const migration: Migration = {
  id: 49,
  statements: [
    `CREATE TABLE menu_versions (
      version :int PRIMARY KEY, at :int NOT NULL, account_name :text NOT NULL, reason :text NOT NULL,
      tree :text NOT NULL
    )`,
  ],
};
