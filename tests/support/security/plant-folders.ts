/** A folder that each company shares, named by its mark, with its station; what a call did to them is undone for the next. */
import type { TestServer } from '../server.ts';

/** Operators of the two companies (tests/support/server.ts). */
const owners = { 1: 2, 2: 3 } as const;

export async function plantFolders(
  { running: { storage } }: TestServer,
  marks: Readonly<Record<1 | 2, string>>,
  isDeleted: boolean,
): Promise<void> {
  await storage.write(async (db) => {
    await db.deleteFrom('folder_stations').execute();
    await db.deleteFrom('folders').execute();
    for (const id of [1, 2] as const) {
      await db
        .insertInto('folders')
        .values({
          ...{ id, parent_id: null, name: marks[id], share: 'company', owner_id: owners[id] },
          ...{ owner_name: marks[id], company_id: id, position: 0, revision: 1, filter: null },
          ...(isDeleted
            ? { deleted_at: Date.now(), deleted_with: id }
            : { deleted_at: null, deleted_with: null }),
        })
        .execute();
      await db.insertInto('folder_stations').values({ folder_id: id, station_id: id }).execute();
    }
  });
}
