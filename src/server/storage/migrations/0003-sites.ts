import type { Migration } from './migration.ts';

const granted = ['device:site:edit', 'system:user:edit', 'system:role:edit'];

/** Sites by hand: what is out of use, and the credential before the last rotation. */
export const migration: Migration = {
  id: 3,
  statements: [
    `ALTER TABLE stations ADD COLUMN retired_at :int`,
    `ALTER TABLE sensors ADD COLUMN retired_at :int`,
    `ALTER TABLE sensors ADD COLUMN former_slot :int`,
    `ALTER TABLE rtus ADD COLUMN old_credential_hash :text`,
    `ALTER TABLE rtus ADD COLUMN old_credential_until :int`,
    ...granted.map(
      (permission) =>
        `INSERT INTO role_permissions (role_id, permission) SELECT id, '${permission}' FROM roles WHERE id = 1`,
    ),
  ],
};
