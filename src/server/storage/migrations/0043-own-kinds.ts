import type { Migration } from './migration.ts';

const reals = [
  ...Array.from({ length: 16 }, (_, index) => `c${index}`),
  ...Array.from({ length: 8 }, (_, index) => `n${index}`),
  ...Array.from({ length: 4 }, (_, index) => `b${index}`),
  ...Array.from({ length: 4 }, (_, index) => `s${index}`),
  'interval',
];

/** Kinds of sensors that companies make, each version of them, and the columns that their readings share. */
export const migration: Migration = {
  id: 43,
  statements: [
    `CREATE TABLE reading_own (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL, ${reals.map((name) => `"${name}" :real`).join(', ')}, "runState" :int, not_good :text,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE own_kinds (
      id :id, company_id :int NOT NULL REFERENCES companies(id), version :int NOT NULL, body :text NOT NULL
    )`,
    `CREATE TABLE own_kind_versions (
      kind_id :int NOT NULL REFERENCES own_kinds(id), version :int NOT NULL, body :text NOT NULL, at :int NOT NULL,
      user_id :int, account_name :text, PRIMARY KEY (kind_id, version)
    )`,
  ],
};
