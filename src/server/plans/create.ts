import { Refusal } from '../../base/errors.ts';
import type { BodyOf } from '../../contract/call.ts';
import type { createPlan as createCall, PlanOrder } from '../../contract/plans.ts';
import { auditBy, type By } from '../audit/by.ts';
import type { CommandStore, Db } from '../delivery/store.ts';
import { findTarget } from '../delivery/target.ts';
import { ulid } from '../delivery/ulid.ts';
import { readFacts } from './facts.ts';
import { type Previous, secretsOf } from './row.ts';

type Body = BodyOf<typeof createCall>;

/** The review tells of fields that nobody knows; of a text that cannot be one it need not. */
const longestField = 60;

/** @throws Refusal 422 for a title of blanks alone */
export function checkedTitle(title: string): string {
  const trimmed = title.trim();
  if (trimmed === '') throw new Refusal(422, 'bound.required', {}, 'title');
  return trimmed;
}

/** @throws Refusal 422 for an item without edits, a field of a device that is set twice, or what is no name */
function refuseUnclear(items: readonly PlanOrder[]): void {
  const seen = new Set<string>();
  for (const { target, group, edits } of items) {
    const fields = Object.keys(edits);
    if (fields.length === 0) throw new Refusal(422, 'set.nothing', {}, 'items');
    for (const field of fields) {
      if (field.length > longestField) throw new Refusal(422, 'parameterProblem.unknownField', {}, 'items');
      const key = `${target.rtuId}/${target.slot}/${group}/${field}`;
      if (seen.has(key)) throw new Refusal(422, 'plans.twice', {}, 'items', { field });
      seen.add(key);
    }
  }
}

/**
 * Stores a draft with what is known of the devices now; answers its id. `also` is done in the same transaction.
 * @throws Refusal 404, 422
 */
export function createPlan(
  store: CommandStore,
  by: By,
  body: Body,
  also: (db: Db, planId: string) => Promise<void> = async () => {},
): Promise<string> {
  const title = checkedTitle(body.title);
  refuseUnclear(body.items);
  return store.storage.write(async (db) => {
    const now = store.now();
    const id = ulid(now);
    const { userId, accountName } = by.viewer;
    const items = [];
    for (const [position, { target, group, edits }] of body.items.entries()) {
      const { rtuId, slot, kind } = await findTarget(db, by.viewer, target);
      items.push({
        plan_id: id,
        position,
        rtu_id: rtuId,
        slot,
        kind,
        group_id: group,
        edits: JSON.stringify(edits),
      });
    }
    const facts = await readFacts(db, items);
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
    for (const [position, item] of items.entries()) {
      const told = facts.told(item);
      const secrets = secretsOf(item);
      const fields = Object.keys(body.items[position]?.edits ?? {});
      const previous: Previous = Object.fromEntries(
        fields.flatMap((field) => {
          const known = told[field];
          return known === undefined || secrets.includes(field) ? [] : [[field, [known[0], known[1]]]];
        }),
      );
      const row = { ...item, base_version: facts.version(item), previous: JSON.stringify(previous) };
      await db
        .insertInto('plan_items')
        .values({ ...row, excluded: 0, command_id: null, skipped: null })
        .execute();
    }
    await auditBy(db, by, {
      at: now,
      action: 'plan.create',
      subject: `plan:${id}`,
      detail: JSON.stringify({ title, items: items.length, surface: body.surface }),
    });
    await also(db, id);
    return id;
  });
}
