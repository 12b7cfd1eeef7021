import type { Migration } from './migration.ts';

/** Files of plans: a number for each plan that has some, by which files refer to it. */
export const migration: Migration = {
  id: 83,
  statements: [`CREATE TABLE plan_folders (id :id, plan_id :text NOT NULL UNIQUE REFERENCES plans (id))`],
};
