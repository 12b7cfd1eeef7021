import type { Migration } from './migration.ts';

/** Files that people send, and what each hangs on. The files themselves lie in the data directory. */
export const migration: Migration = {
  id: 32,
  statements: [
    `CREATE TABLE uploads (
      id :id, company_id :int NOT NULL REFERENCES companies (id), station_id :int NOT NULL,
      user_id :int NOT NULL, account_name :text NOT NULL, created_at :int NOT NULL, idempotency_key :text,
      name :text NOT NULL, type :text NOT NULL, bytes :int NOT NULL, sha256 :text NOT NULL, width :int, height :int,
      unused_since :int, UNIQUE (user_id, idempotency_key)
    )`,
    `CREATE INDEX uploads_of_company ON uploads (company_id, bytes)`,
    `CREATE INDEX uploads_of_file ON uploads (sha256)`,
    `CREATE INDEX uploads_unused ON uploads (unused_since) WHERE unused_since IS NOT NULL`,
    `CREATE TABLE upload_refs (
      subject :text NOT NULL, subject_id :int NOT NULL, upload_id :int NOT NULL REFERENCES uploads (id),
      station_id :int NOT NULL, position :int NOT NULL, PRIMARY KEY (subject, subject_id, upload_id)
    ) :clustered`,
    `CREATE INDEX upload_refs_of ON upload_refs (upload_id)`,
  ],
};
