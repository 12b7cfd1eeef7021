import type { Migration } from './migration.ts';

/** Alarms of an instance are asked for at each event, and beside an alarm: the closed ones, too. */
export const migration: Migration = {
  id: 69,
  statements: ['CREATE INDEX alarms_of_instance ON alarms (instance_id, is_blind, id)'],
};
