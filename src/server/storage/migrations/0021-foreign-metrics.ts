import type { Migration } from './migration.ts';

/**
 * What RTUs send under names that the catalogue does not know outlives the server: one bounded list an RTU, as JSON.
 * A mapped metric may stand for a node or layer of a sensor (0 = the sensor itself).
 */
export const migration: Migration = {
  id: 21,
  statements: [
    `CREATE TABLE foreign_metrics (
    rtu_id :int NOT NULL PRIMARY KEY REFERENCES rtus(id), told :text NOT NULL
  )`,
    `ALTER TABLE metric_aliases ADD COLUMN element :int NOT NULL DEFAULT 0`,
  ],
};
