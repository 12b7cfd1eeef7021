import type { Migration } from './migration.ts';

/** Versions of alarm rules that a plan proposes: they are saved as it is approved. */
export const migration: Migration = {
  id: 29,
  statements: [
    `CREATE TABLE plan_rules (
      plan_id :text NOT NULL REFERENCES plans (id), position :int NOT NULL, company_id :int, rule_id :int,
      base_version :int NOT NULL, name :text NOT NULL, definition :text, reason :text NOT NULL,
      excluded :int NOT NULL, skipped :text, saved_version :int, PRIMARY KEY (plan_id, position)
    ) :clustered`,
  ],
};
