import type { Migration } from './migration.ts';

/** Accounts of programs, and their tokens. */
export const migration: Migration = {
  id: 89,
  statements: [
    `ALTER TABLE users ADD COLUMN is_service :int NOT NULL DEFAULT 0`,
    `CREATE TABLE service_tokens (
      id :id, user_id :int NOT NULL REFERENCES users(id), name :text NOT NULL, scopes :text NOT NULL,
      hash :text NOT NULL UNIQUE, hint :text NOT NULL, days :int NOT NULL, created_at :int NOT NULL,
      created_by :text NOT NULL, expires_at :int NOT NULL, used_at :int, used_from :text NOT NULL,
      old_hash :text UNIQUE, old_until :int, ended_at :int
    )`,
    `CREATE INDEX service_tokens_user ON service_tokens (user_id)`,
  ],
};
