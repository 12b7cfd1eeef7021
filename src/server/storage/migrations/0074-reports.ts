import type { Migration } from './migration.ts';

/** Reports with what they were made of, and their files. */
export const migration: Migration = {
  id: 74,
  statements: [
    `CREATE TABLE reports (
      id :id, company_id :int NOT NULL REFERENCES companies (id), project_id :int NOT NULL REFERENCES projects (id),
      template_id :int, template_revision :int NOT NULL, template :text NOT NULL, logo :blob, request :text NOT NULL,
      time_zone :text NOT NULL, state :text NOT NULL, attempts :int NOT NULL, problem :text,
      made_at :int NOT NULL, made_by_id :int NOT NULL, made_by :text NOT NULL, version :text NOT NULL,
      model :blob, stations :int NOT NULL, level :int NOT NULL, pages :int NOT NULL, checksum :text NOT NULL, lacking :text NOT NULL,
      signatures :text NOT NULL, sent_at :int, sent_to :int NOT NULL
    )`,
    `CREATE INDEX reports_company ON reports (company_id, id)`,
    `CREATE INDEX reports_state ON reports (state)`,
    `CREATE TABLE report_files (
      report_id :int NOT NULL REFERENCES reports (id), language :text NOT NULL, format :text NOT NULL,
      checksum :text NOT NULL, size :int NOT NULL, bytes :blob NOT NULL, PRIMARY KEY (report_id, language, format)
    )`,
  ],
};
