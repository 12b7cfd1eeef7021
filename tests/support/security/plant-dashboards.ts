/** A dashboard that each company shares, named by its mark; what a call did to them is undone for the next. */
import { toJson } from '../../../src/server/storage/json.ts';
import type { TestServer } from '../server.ts';

/** Operators of the two companies (tests/support/server.ts). */
const owners = { 1: 2, 2: 3 } as const;

export async function plantDashboards(
  { running: { storage } }: TestServer,
  marks: Readonly<Record<1 | 2, string>>,
  isDeleted: boolean,
): Promise<void> {
  await storage.write(async (db) => {
    await db.deleteFrom('dashboards').execute();
    for (const id of [1, 2] as const)
      await db
        .insertInto('dashboards')
        .values({
          ...{ id, name: marks[id], share: 'company', owner_id: owners[id], owner_name: marks[id] },
          ...{ company_id: id, revision: 1, deleted_at: isDeleted ? Date.now() : null },
          layout: toJson({ pages: [{ tiles: [] }], turnSeconds: null }),
        })
        .execute();
  });
}
