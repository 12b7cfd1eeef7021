import type { Migration } from './migration.ts';

/**
 * Ways in besides RTUs: sources of projects with their credentials and mappings, what came by them and what was refused,
 * the last messages, how far files of watched folders are read. An import says by which source it came.
 */
export const migration: Migration = {
  id: 39,
  statements: [
    `CREATE TABLE sources (
      id :id, project_id :int NOT NULL REFERENCES projects (id), key :text NOT NULL UNIQUE, name :text NOT NULL,
      way :text NOT NULL, state :text NOT NULL, created_at :int NOT NULL, retired_at :int, credential_hash :text,
      credential_at :int, credential_by :text, old_credential_hash :text, old_credential_until :int,
      mapping_version :int, last_at :int
    )`,
    `CREATE INDEX sources_of ON sources (project_id)`,
    `CREATE TABLE source_mappings (
      source_id :int NOT NULL REFERENCES sources (id), version :int NOT NULL, mapping :text NOT NULL,
      conflicts :text NOT NULL, account_name :text NOT NULL, at :int NOT NULL, PRIMARY KEY (source_id, version)
    )`,
    `CREATE TABLE source_hours (
      source_id :int NOT NULL, hour :int NOT NULL, messages :int NOT NULL, stored :int NOT NULL, known :int NOT NULL,
      refused :int NOT NULL, PRIMARY KEY (source_id, hour)
    ) :clustered`,
    `CREATE TABLE source_refusals (
      source_id :int NOT NULL, hour :int NOT NULL, reason :text NOT NULL, about :text NOT NULL, count :int NOT NULL,
      last_at :int NOT NULL, params :text NOT NULL, PRIMARY KEY (source_id, hour, reason, about)
    ) :clustered`,
    `CREATE TABLE source_messages (
      id :id, source_id :int NOT NULL REFERENCES sources (id), at :int NOT NULL, name :text NOT NULL,
      body :blob NOT NULL, bytes :int NOT NULL, status :int NOT NULL
    )`,
    `CREATE INDEX source_messages_of ON source_messages (source_id, id)`,
    `CREATE TABLE source_files (
      source_id :int NOT NULL REFERENCES sources (id), name :text NOT NULL, size :int NOT NULL,
      modified_at :int NOT NULL, read_bytes :int NOT NULL, read_hash :text NOT NULL, read_lines :int NOT NULL,
      at :int NOT NULL, problem :text, PRIMARY KEY (source_id, name)
    )`,
    `ALTER TABLE import_runs ADD COLUMN source_id :int`,
    `ALTER TABLE import_runs ADD COLUMN mapping_version :int`,
    `CREATE INDEX import_runs_source ON import_runs (source_id)`,
  ],
};
