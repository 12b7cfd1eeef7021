import type { Migration } from './migration.ts';

/** What several processes over one database share of those who ask them (src/server/processes). */
export const migration: Migration = {
  id: 110,
  statements: [
    `CREATE TABLE attempts (
      kind :text NOT NULL, name :text NOT NULL, count :int NOT NULL, since :int NOT NULL, last_at :int NOT NULL,
      pending :int NOT NULL, tried_at :int NOT NULL, PRIMARY KEY (kind, name)
    )`,
    `CREATE INDEX attempts_last ON attempts (kind, last_at)`,
    `CREATE TABLE call_windows (
      name :text NOT NULL PRIMARY KEY, began_at :int NOT NULL, ends_at :int NOT NULL, count :int NOT NULL
    )`,
    `CREATE INDEX call_windows_ends ON call_windows (ends_at)`,
    `CREATE TABLE running_jobs (
      kind :text NOT NULL, subject :text NOT NULL, process :text NOT NULL, share :text NOT NULL,
      progress :text NOT NULL, until :int NOT NULL, end_wanted :int NOT NULL, PRIMARY KEY (kind, subject)
    )`,
  ],
};
