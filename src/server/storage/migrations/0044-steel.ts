import type { Migration } from './migration.ts';

/** Stresses in steel have a row of their own: their unit is another one than that of earth. */
export const migration: Migration = {
  id: 44,
  statements: [
    `CREATE TABLE reading_steel (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "stress" :real, "frequency" :real, "temperature" :real, "alarmState" :int, "runState" :int, not_good :text,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
  ],
};
