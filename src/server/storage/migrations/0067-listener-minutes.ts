import type { Migration } from './migration.ts';

/**
 * What came by each listener, by minute (of 1970) for a day, so that its counts go on after a restart of the server. The
 * listener without a name stands for the minute since when is counted.
 */
export const migration: Migration = {
  id: 67,
  statements: [
    `CREATE TABLE listener_minutes (
    listener :text NOT NULL, minute :int NOT NULL, connections :int NOT NULL, messages :int NOT NULL,
    bytes :int NOT NULL, PRIMARY KEY (listener, minute)
  )`,
  ],
};
