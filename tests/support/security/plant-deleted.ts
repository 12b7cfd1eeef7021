import { keepDeleted } from '../../../src/server/deleted-rows.ts';
import type { TestServer } from '../server.ts';

const kept = ['contacts', 'push_subscriptions', 'standards', 'map_shapes'] as const;
const marked = ['notify_policies', 'notify_rotas', 'notify_hooks', 'scripts'] as const;

/** Deletes what both companies have of all that can be put back, a moment ago. */
export async function plantDeleted({ running: { storage } }: Pick<TestServer, 'running'>): Promise<void> {
  const at = Date.now();
  await storage.write(async (db) => {
    for (const table of kept)
      for (const row of await db.deleteFrom(table).returningAll().execute())
        await keepDeleted(db, table, row, at);
    // What a policy names stands, so that it can be put back.
    for (const table of marked)
      await db.updateTable(table).set({ deleted_at: at }).where('deleted_at', 'is', null).execute();
  });
}
