import type { Migration } from './migration.ts';

/** Templates of reports that a company has made, and who may see, make and sign reports. */
export const migration: Migration = {
  id: 73,
  statements: [
    `CREATE TABLE report_templates (
      id :id, company_id :int NOT NULL REFERENCES companies (id), body :text NOT NULL, logo :blob,
      revision :int NOT NULL, deleted_at :int
    )`,
    `CREATE INDEX report_templates_company ON report_templates (company_id)`,
    ...[1, 2, 3].map(
      (role) =>
        `INSERT INTO role_permissions (role_id, permission) SELECT id, 'report:document:view' FROM roles WHERE id = ${role}`,
    ),
    ...[1, 2].flatMap((role) =>
      ['make', 'sign'].map(
        (act) =>
          `INSERT INTO role_permissions (role_id, permission) SELECT id, 'report:document:${act}' FROM roles WHERE id = ${role}`,
      ),
    ),
  ],
};
