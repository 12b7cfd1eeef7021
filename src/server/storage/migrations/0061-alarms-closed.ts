import type { Migration } from './migration.ts';

/** Alarms are counted and listed by the time at which they were closed, too. */
export const migration: Migration = {
  id: 61,
  statements: ['CREATE INDEX alarms_closed ON alarms (closed_at) WHERE closed_at IS NOT NULL'],
};
