import type { Migration } from './migration.ts';

/** The log of what changed: one row a change, in the order of the commits; its newest end is kept. */
export const migration: Migration = {
  id: 24,
  statements: [`CREATE TABLE changes (id :id, at :int NOT NULL, subject :text NOT NULL, key :text NOT NULL)`],
};
