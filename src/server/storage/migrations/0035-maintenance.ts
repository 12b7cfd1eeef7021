import type { Migration } from './migration.ts';

/** Maintenance of a station: until when, why, and who began it when; all null = none. */
export const migration: Migration = {
  id: 35,
  statements: [
    `ALTER TABLE stations ADD COLUMN maintenance_until :int`,
    `ALTER TABLE stations ADD COLUMN maintenance_at :int`,
    `ALTER TABLE stations ADD COLUMN maintenance_by :text`,
    `ALTER TABLE stations ADD COLUMN maintenance_reason :text`,
  ],
};
