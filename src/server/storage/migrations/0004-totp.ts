import type { Migration } from './migration.ts';

/** The second factor of a login: the secret in use, one that waits for its first code, the last code's step. */
export const migration: Migration = {
  id: 4,
  statements: [
    `ALTER TABLE users ADD COLUMN totp_secret :text`,
    `ALTER TABLE users ADD COLUMN totp_pending :text`,
    `ALTER TABLE users ADD COLUMN totp_step :int`,
  ],
};
