import { Refusal } from '../../base/errors.ts';
import type { BodyOf } from '../../contract/call.ts';
import {
  type addToPlan as addCall,
  type approvePlan as approveCall,
  mostItems,
  type updatePlan as updateCall,
} from '../../contract/plans.ts';
import { auditBy, type By } from '../audit/by.ts';
import { bodyHash } from '../delivery/body-hash.ts';
import { takeConfirmation } from '../delivery/confirm.ts';
import type { CommandStore, Db } from '../delivery/store.ts';
import { checkedTitle } from './create.ts';
import { insertItems, refuseUnclear } from './items.ts';
import { dropSecrets, itemsOf, type PlanRow } from './row.ts';
import { ownPlan } from './visible.ts';

/** A draft in the form that the asker knows. @throws Refusal 404, 409 */
async function ownDraft(db: Db, by: By, planId: string, revision: number | null): Promise<PlanRow> {
  const row = await ownPlan(db, by.viewer, planId);
  if (row.state !== 'draft') throw new Refusal(409, 'plans.notDraft');
  if (revision !== null && row.revision !== revision)
    throw new Refusal(409, 'plans.stale', {}, 'revision', { revision: row.revision });
  return row;
}

/** Changes a draft if nobody else was first. @throws Refusal 409 */
async function move(db: Db, row: PlanRow, set: Partial<PlanRow>): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('plans')
    .set({ ...set, revision: row.revision + 1 })
    .where('id', '=', row.id)
    .where('state', '=', 'draft')
    .where('revision', '=', row.revision)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Refusal(409, 'plans.stale', {}, 'revision');
}

/** Names a draft and says which positions are left out of it. @throws Refusal 404, 409, 422 */
export async function updatePlan(
  store: CommandStore,
  by: By,
  planId: string,
  body: BodyOf<typeof updateCall>,
): Promise<void> {
  const title = checkedTitle(body.title);
  await store.storage.write(async (db) => {
    const row = await ownDraft(db, by, planId, body.revision);
    const excluded = new Set(body.excluded);
    const items = await itemsOf(db, planId);
    await move(db, row, { title });
    for (const { position, excluded: was } of items) {
      const is = Number(excluded.has(position));
      if (is === was) continue;
      await db
        .updateTable('plan_items')
        .set({ excluded: is })
        .where('plan_id', '=', planId)
        .where('position', '=', position)
        .execute();
    }
    await auditBy(db, by, {
      at: store.now(),
      action: 'plan.update',
      subject: `plan:${planId}`,
      detail: JSON.stringify({ title, excluded: [...excluded].sort((a, b) => a - b).join(' ') }),
    });
  });
}

/** Adds sets to a draft, behind those that it has. @throws Refusal 404, 409, 422 */
export async function addToPlan(
  store: CommandStore,
  by: By,
  planId: string,
  { revision, items }: BodyOf<typeof addCall>,
): Promise<void> {
  await store.storage.write(async (db) => {
    const row = await ownDraft(db, by, planId, revision);
    const known = await itemsOf(db, planId);
    refuseUnclear(items, known);
    if (known.length + items.length > mostItems)
      throw new Refusal(422, 'plans.full', { most: mostItems }, 'items');
    const last = known.at(-1)?.position ?? -1;
    await insertItems(db, by, planId, last + 1, items);
    await move(db, row, {});
    await auditBy(db, by, {
      at: store.now(),
      action: 'plan.add',
      subject: `plan:${planId}`,
      detail: JSON.stringify({ title: row.title, items: items.length }),
    });
  });
}

/** Throws a draft away with the secrets in it. @throws Refusal 404, 409 */
export async function discardPlan(store: CommandStore, by: By, planId: string): Promise<void> {
  await store.storage.write(async (db) => {
    const row = await ownDraft(db, by, planId, null);
    const at = store.now();
    await move(db, row, { state: 'discarded', ended_at: at });
    await dropSecrets(db, await itemsOf(db, planId));
    await auditBy(db, by, {
      at,
      action: 'plan.discard',
      subject: `plan:${planId}`,
      detail: JSON.stringify({ title: row.title }),
    });
  });
}

/** Approves a draft, once, by a confirmation of exactly this revision and reason. @throws Refusal 404, 409, 422 */
export async function approvePlan(
  store: CommandStore,
  by: By,
  planId: string,
  { revision, reason, confirmation }: BodyOf<typeof approveCall>,
): Promise<void> {
  await store.storage.write(async (db) => {
    const row = await ownDraft(db, by, planId, revision);
    const going = (await itemsOf(db, planId)).filter(({ excluded }) => excluded === 0);
    if (going.length === 0) throw new Refusal(422, 'plans.nothing');
    const now = store.now();
    await takeConfirmation(db, by, { confirmation, hash: bodyHash({ planId, revision, reason }), now });
    await move(db, row, {
      state: 'applying',
      reason,
      approved_at: now,
      approver_id: by.viewer.userId,
      approver_name: by.viewer.accountName,
      approver_address: by.address,
    });
    await auditBy(db, by, {
      at: now,
      action: 'plan.approve',
      subject: `plan:${planId}`,
      detail: JSON.stringify({ title: row.title, items: going.length, revision, reason }),
    });
  });
}
