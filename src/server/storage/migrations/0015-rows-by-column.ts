import type { Migration } from './migration.ts';

const rows = [
  'status',
  'tilt',
  'waveform',
  'crack',
  'moisture',
  'rain',
  'profile',
  'level',
  'settlement',
  'sound',
  'blast',
  'horn',
];
const derived = ['tilt', 'crack', 'rain'];

/**
 * Rows are merged by column: which derived channels the server computed (null: all of them, of a row from before), what
 * devices do not vouch for, conflicts, imports that can be undone. Sensors have dated datums. Rain belongs to the
 * interval that ends at its time: its days are to be grouped and its sums made anew.
 */
export const migration: Migration = {
  id: 15,
  statements: [
    ...derived.map((row) => `ALTER TABLE reading_${row} ADD COLUMN computed :int`),
    ...rows.map((row) => `ALTER TABLE reading_${row} ADD COLUMN not_good :text`),
    `ALTER TABLE latest ADD COLUMN revision :int NOT NULL DEFAULT 0`,
    `CREATE TABLE reading_conflicts (
    row_id :text NOT NULL, source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, channel :text NOT NULL,
    stored :text NOT NULL, offered :text NOT NULL, at :int NOT NULL, run_id :int,
    PRIMARY KEY (row_id, source_id, element, t, channel)
  ) :clustered`,
    `CREATE INDEX reading_conflicts_at ON reading_conflicts(row_id, source_id, at)`,
    `CREATE TABLE datums (
    sensor_id :int NOT NULL REFERENCES sensors(id), t :int NOT NULL, cause :text NOT NULL, azimuth_before :real,
    PRIMARY KEY (sensor_id, t)
  )`,
    `INSERT INTO datums (sensor_id, t, cause, azimuth_before)
    SELECT id, datum_at, 'mount', NULL FROM sensors WHERE datum_at IS NOT NULL`,
    `ALTER TABLE sensors DROP COLUMN datum_at`,
    `CREATE TABLE import_runs (
    id :id, station_id :int, file :text NOT NULL, checksum :text NOT NULL, mapping :text NOT NULL,
    conflicts :text NOT NULL, user_id :int, account_name :text NOT NULL, started_at :int NOT NULL, ended_at :int,
    lines :int NOT NULL, stored :int NOT NULL, filled :int NOT NULL, duplicates :int NOT NULL, rejected :int NOT NULL,
    conflict_count :int NOT NULL, undone_at :int, undone_by :text
  )`,
    `CREATE TABLE import_changes (
    run_id :int NOT NULL REFERENCES import_runs(id), seq :int NOT NULL, row_id :text NOT NULL,
    source_id :int NOT NULL, element :int NOT NULL, from_t :int NOT NULL, to_t :int NOT NULL, changes :blob NOT NULL,
    PRIMARY KEY (run_id, seq)
  )`,
    `CREATE INDEX import_changes_source ON import_changes(row_id, source_id, element)`,
    `CREATE TABLE rederivations (
    row_id :text NOT NULL, source_id :int NOT NULL, from_t :int NOT NULL, to_t :int NOT NULL, regroup :int NOT NULL,
    PRIMARY KEY (row_id, source_id)
  )`,
    `INSERT INTO rederivations (row_id, source_id, from_t, to_t, regroup)
    SELECT DISTINCT row_id, source_id, -9007199254740991, 9007199254740991, 1 FROM latest WHERE row_id = 'rain'`,
    `UPDATE rollup_days SET day_rows = NULL WHERE row_id = 'rain' AND day_rows IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM reading_floors f
    WHERE f.row_id = 'rain' AND f.source_id = rollup_days.source_id AND f.t > rollup_days.day)`,
  ],
};
