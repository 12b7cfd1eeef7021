import type { Migration } from './migration.ts';

/** Companies to audit: everything but readings. */
export const migration: Migration = {
  id: 1,
  statements: [
    `CREATE TABLE companies (id :id, name :text NOT NULL, created_at :int NOT NULL)`,
    `CREATE TABLE projects (
    id :id, company_id :int NOT NULL REFERENCES companies(id), code :text NOT NULL UNIQUE, name :text NOT NULL,
    time_zone :text NOT NULL, day_boundary :int NOT NULL, retention_days :int
  )`,
    `CREATE INDEX projects_company ON projects(company_id)`,
    `CREATE TABLE stations (
    id :id, project_id :int NOT NULL REFERENCES projects(id), code :text NOT NULL, name :text NOT NULL,
    name_reading :text, site :text NOT NULL, latitude :real NOT NULL, longitude :real NOT NULL,
    time_zone :text NOT NULL, UNIQUE (project_id, code)
  )`,
    `CREATE TABLE rtus (
    id :id, station_id :int NOT NULL REFERENCES stations(id), sn :text NOT NULL UNIQUE, credential_hash :text,
    install_state :int NOT NULL, send_cycle :int NOT NULL, collection_cycle :int NOT NULL, last_contact_at :int,
    jitter :int NOT NULL, problems :text NOT NULL
  )`,
    `CREATE INDEX rtus_station ON rtus(station_id)`,
    `CREATE TABLE sensors (
    id :id, rtu_id :int NOT NULL REFERENCES rtus(id), slot :int NOT NULL, kind :int NOT NULL, name :text,
    install_state :int NOT NULL, mount_mode :int NOT NULL, mount_azimuth :real NOT NULL, datum_at :int,
    UNIQUE (rtu_id, slot)
  )`,
    `CREATE TABLE roles (id :id, name :text NOT NULL)`,
    `CREATE TABLE role_permissions (
    role_id :int NOT NULL REFERENCES roles(id), permission :text NOT NULL, PRIMARY KEY (role_id, permission)
  )`,
    `CREATE TABLE users (
    id :id, company_id :int REFERENCES companies(id), role_id :int NOT NULL REFERENCES roles(id),
    account_name :text NOT NULL UNIQUE, password_hash :text NOT NULL, language :text NOT NULL,
    disabled :int NOT NULL, created_at :int NOT NULL
  )`,
    `CREATE TABLE sessions (
    token_hash :text NOT NULL PRIMARY KEY, user_id :int NOT NULL REFERENCES users(id), created_at :int NOT NULL,
    expires_at :int NOT NULL, address :text NOT NULL
  )`,
    `CREATE INDEX sessions_user ON sessions(user_id)`,
    `CREATE TABLE audit (
    id :id, at :int NOT NULL, user_id :int, account_name :text, address :text, action :text NOT NULL,
    subject :text, result :text NOT NULL, detail :text NOT NULL, hash :text NOT NULL
  )`,
    `CREATE INDEX audit_at ON audit(at)`,
    `CREATE TABLE settings (key :text NOT NULL PRIMARY KEY, value :text NOT NULL)`,
  ],
};
