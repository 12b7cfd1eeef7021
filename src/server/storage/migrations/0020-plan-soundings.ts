import type { Migration } from './migration.ts';

/** Between which moments the sirens of a plan may sound: those that its approver was shown. */
export const migration: Migration = {
  id: 20,
  statements: [
    `ALTER TABLE plans ADD COLUMN sound_from :int`,
    `ALTER TABLE plans ADD COLUMN sound_until :int`,
  ],
};
