import type { Migration } from './migration.ts';

/** Schedules, their runs, and files that runs keep. */
export const migration: Migration = {
  id: 78,
  statements: [
    `CREATE TABLE schedules (
      id :id, company_id :int NOT NULL REFERENCES companies (id), project_id :int NOT NULL REFERENCES projects (id),
      name :text NOT NULL, job :text NOT NULL, recurrence :text NOT NULL, missed :text NOT NULL,
      time_zone :text NOT NULL, revision :int NOT NULL, enabled :int NOT NULL, due_at :int,
      user_id :int NOT NULL, account_name :text NOT NULL, address :text NOT NULL, deleted_at :int
    )`,
    `CREATE INDEX schedules_company ON schedules (company_id)`,
    `CREATE INDEX schedules_due ON schedules (due_at) WHERE due_at IS NOT NULL`,
    `CREATE TABLE schedule_runs (
      id :id, schedule_id :int NOT NULL REFERENCES schedules (id), company_id :int NOT NULL, due_at :int NOT NULL,
      started_at :int, ended_at :int, state :text NOT NULL, by_hand :int NOT NULL, late :int NOT NULL, missed :int NOT NULL,
      user_id :int NOT NULL, attempts :int NOT NULL, held_until :int NOT NULL, opens :text NOT NULL, outcome :text,
      UNIQUE (schedule_id, due_at)
    )`,
    `CREATE INDEX schedule_runs_open ON schedule_runs (schedule_id) WHERE ended_at IS NULL`,
    `CREATE INDEX schedule_runs_due ON schedule_runs (company_id, due_at)`,
    `CREATE TABLE schedule_files (
      run_id :int NOT NULL REFERENCES schedule_runs (id), name :text NOT NULL, size :int NOT NULL, bytes :blob NOT NULL,
      PRIMARY KEY (run_id)
    )`,
  ],
};
