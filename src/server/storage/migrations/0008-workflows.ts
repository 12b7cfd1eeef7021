import type { Migration } from './migration.ts';

const grants: Readonly<Record<number, readonly string[]>> = {
  1: ['device:workflow:run', 'device:workflow:view'],
  2: ['device:workflow:run', 'device:workflow:view'],
  3: ['device:workflow:view'],
};

/** Runs of scripts, the journal that they go on by, and what they logged. */
export const migration: Migration = {
  id: 8,
  statements: [
    `CREATE TABLE workflow_runs (
    id :text NOT NULL PRIMARY KEY, title :text NOT NULL, script :text NOT NULL, script_hash :text NOT NULL,
    args :text NOT NULL, seed :int NOT NULL, user_id :int NOT NULL REFERENCES users(id), account_name :text NOT NULL,
    address :text NOT NULL, company_id :int, state :text NOT NULL, created_at :int NOT NULL, updated_at :int NOT NULL,
    ended_at :int, problem :text, plan_id :text, proposal :text, progress :text, lines :int NOT NULL,
    more :int NOT NULL, awaited :int NOT NULL
  )`,
    `CREATE INDEX workflow_runs_state ON workflow_runs(state)`,
    `CREATE INDEX workflow_runs_company ON workflow_runs(company_id, id)`,
    `CREATE TABLE workflow_journal (
    run_id :text NOT NULL REFERENCES workflow_runs(id), seq :int NOT NULL, call :text NOT NULL,
    args_hash :text NOT NULL, args :text NOT NULL, result :text, settled :int, at :int, PRIMARY KEY (run_id, seq)
  )`,
    `CREATE TABLE workflow_log (
    run_id :text NOT NULL REFERENCES workflow_runs(id), line :int NOT NULL, at :int NOT NULL, kind :text NOT NULL,
    text :text NOT NULL, PRIMARY KEY (run_id, line)
  )`,
    ...Object.entries(grants).flatMap(([role, permissions]) =>
      permissions.map(
        (permission) =>
          `INSERT INTO role_permissions (role_id, permission) SELECT id, '${permission}' FROM roles WHERE id = ${role}`,
      ),
    ),
  ],
};
