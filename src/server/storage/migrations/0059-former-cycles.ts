import type { Migration } from './migration.ts';

/**
 * Cycles of RTUs that are in force no more, each with the moment up to which it was: what is judged again is judged by the
 * cycle of then. Since when the present ones are in force stands with the RTU; 0 = nothing is known of others.
 */
export const migration: Migration = {
  id: 59,
  statements: [
    `CREATE TABLE former_cycles (
    rtu_id :int NOT NULL, until_t :int NOT NULL, send_cycle :int NOT NULL, collection_cycle :int NOT NULL,
    PRIMARY KEY (rtu_id, until_t)
  )`,
    'ALTER TABLE rtus ADD COLUMN cycles_since :int NOT NULL DEFAULT 0',
  ],
};
