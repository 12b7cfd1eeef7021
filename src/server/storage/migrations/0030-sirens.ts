import type { Migration } from './migration.ts';

/** What red prepares at a site, calls of sirens, and until when a site is armed. */
export const migration: Migration = {
  id: 30,
  statements: [
    `CREATE TABLE siren_sites (
      station_id :int NOT NULL PRIMARY KEY REFERENCES stations (id), prepares :text NOT NULL, sound :text NOT NULL
    ) :clustered`,
    `CREATE TABLE siren_calls (
      id :text NOT NULL PRIMARY KEY, company_id :int NOT NULL, station_id :int NOT NULL REFERENCES stations (id),
      alarm_id :int, is_drill :int NOT NULL, state :text NOT NULL, targets :text NOT NULL, sound :text NOT NULL,
      hash :text NOT NULL, results :text NOT NULL, created_at :int NOT NULL, until_t :int NOT NULL,
      allowed_at :int, user_id :int, account_name :text, joint_id :text, arming_id :text, reason :text NOT NULL,
      ended_at :int
    ) :clustered`,
    `CREATE INDEX siren_calls_open ON siren_calls (state) WHERE ended_at IS NULL`,
    `CREATE INDEX siren_calls_of ON siren_calls (station_id, created_at)`,
    `CREATE TABLE armings (
      id :text NOT NULL PRIMARY KEY, company_id :int NOT NULL, station_id :int NOT NULL REFERENCES stations (id),
      joint_id :text NOT NULL, from_t :int NOT NULL, until_t :int NOT NULL, reason :text NOT NULL, ended_at :int,
      ended_by :text, end_reason :text NOT NULL
    ) :clustered`,
    `CREATE INDEX armings_open ON armings (station_id) WHERE ended_at IS NULL`,
  ],
};
