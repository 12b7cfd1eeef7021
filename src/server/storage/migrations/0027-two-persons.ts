import type { Migration } from './migration.ts';

/** What companies ask two persons for, and what one of them has signed. */
export const migration: Migration = {
  id: 27,
  statements: [
    `CREATE TABLE two_person_settings (
      company_id :int NOT NULL PRIMARY KEY REFERENCES companies (id), sirens :int NOT NULL, plans_above :int,
      rules :int NOT NULL
    ) :clustered`,
    `CREATE TABLE joint_acts (
      id :text NOT NULL PRIMARY KEY, kind :text NOT NULL, company_id :int, permissions :text NOT NULL,
      body :text NOT NULL, shown :text NOT NULL, hash :text NOT NULL, state :text NOT NULL, claim :text,
      language :text NOT NULL, first_id :int NOT NULL, first_name :text NOT NULL, first_address :text NOT NULL,
      first_at :int NOT NULL, first_hash :text NOT NULL, second_id :int, second_name :text, second_at :int,
      second_hash :text, ended_at :int, note :text NOT NULL
    ) :clustered`,
    `CREATE INDEX joint_acts_open ON joint_acts (first_at) WHERE ended_at IS NULL`,
  ],
};
