import { toJson } from '../../../src/server/storage/json.ts';
import type { TestServer } from '../server.ts';

/** An import of a sheet by each company, which made nothing and is not undone. */
export async function plantSheets({ running }: TestServer): Promise<void> {
  await running.storage.write(async (db) => {
    for (const id of [1, 2]) {
      const whole = { undone_at: null, undone_by: null };
      await db
        .insertInto('sheet_runs')
        .values({
          ...{ id, sheet: 'sensors', company_id: id, account_name: 'planted', at: 0 },
          ...{ made: toJson<readonly number[]>([]), ...whole },
        })
        .onConflict((on) => on.column('id').doUpdateSet(whole))
        .execute();
    }
  });
}
