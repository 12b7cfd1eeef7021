import type { Migration } from './migration.ts';

/** Remarks that were deleted, and can be put back for a while. */
export const migration: Migration = {
  id: 79,
  statements: [`ALTER TABLE remarks ADD COLUMN deleted_at :int`],
};
