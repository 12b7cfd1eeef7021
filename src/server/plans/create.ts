import { Refusal } from '../../base/errors.ts';
import type { BodyOf } from '../../contract/call.ts';
import type { createPlan as createCall } from '../../contract/plans.ts';
import { auditBy, type By } from '../audit/by.ts';
import type { CommandStore } from '../delivery/store.ts';
import { ulid } from '../delivery/ulid.ts';
import { insertItems, refuseUnclear } from './items.ts';

type Body = BodyOf<typeof createCall>;

/** @throws Refusal 422 for a title of blanks alone */
export function checkedTitle(title: string): string {
  const trimmed = title.trim();
  if (trimmed === '') throw new Refusal(422, 'bound.required', {}, 'title');
  return trimmed;
}

/** Stores a draft with what is known of the devices now; answers its id. @throws Refusal 404, 422 */
export function createPlan(store: CommandStore, by: By, body: Body): Promise<string> {
  const title = checkedTitle(body.title);
  refuseUnclear(body.items);
  return store.storage.write(async (db) => {
    const now = store.now();
    const id = ulid(now);
    const { userId, accountName } = by.viewer;
    await db
      .insertInto('plans')
      .values({
        id,
        title,
        state: 'draft',
        revision: 1,
        surface: body.surface,
        user_id: userId,
        account_name: accountName,
        created_at: now,
        reason: '',
        approved_at: null,
        approver_id: null,
        approver_name: null,
        approver_address: null,
        issued_at: null,
        ended_at: null,
      })
      .execute();
    await insertItems(db, by, id, 0, body.items);
    await auditBy(db, by, {
      at: now,
      action: 'plan.create',
      subject: `plan:${id}`,
      detail: JSON.stringify({ title, items: body.items.length, surface: body.surface }),
    });
    return id;
  });
}
