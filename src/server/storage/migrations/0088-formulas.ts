import type { Migration } from './migration.ts';

/** Derived channels: formulas in versions, what they read, and the stretches of time that are to be computed. */
export const migration: Migration = {
  id: 88,
  statements: [
    `CREATE TABLE formulas (
      id :id, sensor_id :int NOT NULL UNIQUE REFERENCES sensors(id),
      kind_id :int NOT NULL UNIQUE REFERENCES own_kinds(id), version :int NOT NULL
    )`,
    `CREATE TABLE formula_versions (
      formula_id :int NOT NULL REFERENCES formulas(id), version :int NOT NULL, body :text NOT NULL,
      reason :text NOT NULL, at :int NOT NULL, user_id :int, account_name :text, PRIMARY KEY (formula_id, version)
    )`,
    `CREATE TABLE formula_inputs (
      row_id :text NOT NULL, source_id :int NOT NULL, element :int NOT NULL,
      formula_id :int NOT NULL REFERENCES formulas(id), reach :int NOT NULL,
      PRIMARY KEY (row_id, source_id, element, formula_id)
    )`,
    `CREATE INDEX formula_inputs_formula ON formula_inputs (formula_id)`,
    `CREATE TABLE formula_stretches (
      formula_id :int NOT NULL PRIMARY KEY REFERENCES formulas(id), from_t :int NOT NULL, to_t :int NOT NULL,
      since_t :int NOT NULL
    )`,
  ],
};
