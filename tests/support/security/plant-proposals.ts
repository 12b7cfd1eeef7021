/** A proposal of each company that waits, named by its mark; what a call did to it is undone for the next. */
import { toJson } from '../../../src/server/storage/json.ts';
import type { TestServer } from '../server.ts';
import type { CompanyId } from './world.ts';

const ids = { 1: `${'0'.repeat(24)}Q1`, 2: `${'0'.repeat(24)}Q2` } as const;
export const proposalOf = (company: CompanyId): string => ids[company];

/** A standard set that is to be made: what a right call proposes. */
export const sampleChange = {
  type: 'standard',
  id: null,
  base: null,
  after: { name: 'of the matrix', kind: null, group: 'rtu', values: { sendCycle: 600 } },
} as const;

export async function plantProposals(
  { running: { storage } }: TestServer,
  marks: Readonly<Record<CompanyId, string>>,
): Promise<void> {
  await storage.write(async (db) => {
    await db.deleteFrom('change_proposals').execute();
    await db.deleteFrom('standards').where('name', 'in', Object.values(marks)).execute();
    for (const id of [1, 2] as const) {
      const after = { ...sampleChange.after, name: marks[id] };
      const change = {
        ...sampleChange,
        before: null,
        after,
        state: 'open',
        why: null,
        version: null,
      } as const;
      await db
        .insertInto('change_proposals')
        .values({
          ...{ id: ids[id], company_id: id, title: marks[id], state: 'open', hash: marks[id] },
          ...{ created_at: 0, creator_id: 1, creator_name: marks[id] },
          ...{ ended_at: null, ender_name: null, reason: '', changes: toJson([change]) },
        })
        .execute();
    }
  });
}
