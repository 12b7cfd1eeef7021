import type { Migration } from './migration.ts';

/**
 * The rule behind the form of a sensor's inclination alert, one at most; and what a message said, beside its title.
 */
export const migration: Migration = {
  id: 28,
  statements: [
    'ALTER TABLE alarm_rules ADD COLUMN form_sensor_id :int',
    `CREATE UNIQUE INDEX alarm_rules_form ON alarm_rules (form_sensor_id)
      WHERE form_sensor_id IS NOT NULL AND deleted_at IS NULL`,
    `ALTER TABLE messages ADD COLUMN content :text NOT NULL DEFAULT ''`,
  ],
};
