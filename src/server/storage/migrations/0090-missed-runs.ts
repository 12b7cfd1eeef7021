import type { Migration } from './migration.ts';

/** Missed runs of schedules that somebody has acknowledged, or that a run by hand has made good. */
export const migration: Migration = {
  id: 90,
  statements: [
    `ALTER TABLE schedule_runs ADD COLUMN acknowledged_at :int`,
    `ALTER TABLE schedule_runs ADD COLUMN acknowledged_by :text`,
    `CREATE INDEX schedule_runs_missed ON schedule_runs (schedule_id, due_at)
      WHERE state IN ('missed', 'overlapped') AND acknowledged_at IS NULL`,
  ],
};
