import { Refusal } from '../../base/errors.ts';
import type { PlanOrder } from '../../contract/plans.ts';
import type { By } from '../audit/by.ts';
import { parseValues } from '../delivery/row.ts';
import type { Db } from '../delivery/store.ts';
import { findTarget } from '../delivery/target.ts';
import { readFacts } from './facts.ts';
import { type PlanItemRow, type Previous, secretsOf } from './row.ts';

/** The review tells of fields that nobody knows; of a text that cannot be one it need not. */
const longestField = 60;

type Where = Pick<PlanItemRow, 'rtu_id' | 'slot' | 'group_id'>;
const keyOf = ({ rtu_id: rtuId, slot, group_id: group }: Where, field: string) =>
  `${rtuId}/${slot}/${group}/${field}`;

/**
 * Says what sets are refused beside those that the plan has already.
 * @throws Refusal 422 for one without edits, a field of a device that is set twice, or what is no name
 */
export function refuseUnclear(items: readonly PlanOrder[], known: readonly PlanItemRow[] = []): void {
  const seen = new Set(
    known.flatMap((row) => Object.keys(parseValues(row.edits)).map((field) => keyOf(row, field))),
  );
  for (const { target, group, edits } of items) {
    const fields = Object.keys(edits);
    if (fields.length === 0) throw new Refusal(422, 'set.nothing', {}, 'items');
    for (const field of fields) {
      if (field.length > longestField) throw new Refusal(422, 'parameterProblem.unknownField', {}, 'items');
      const key = keyOf({ rtu_id: target.rtuId, slot: target.slot, group_id: group }, field);
      if (seen.has(key)) throw new Refusal(422, 'plans.twice', {}, 'items', { field });
      seen.add(key);
    }
  }
}

/** Stores sets of a draft from a position on, with what is known of their devices now. @throws Refusal 404 */
export async function insertItems(
  db: Db,
  by: By,
  planId: string,
  from: number,
  orders: readonly PlanOrder[],
): Promise<void> {
  const items = [];
  for (const [index, { target, group, edits }] of orders.entries()) {
    const { rtuId, slot, kind } = await findTarget(db, by.viewer, target);
    const place = { plan_id: planId, position: from + index, rtu_id: rtuId, slot, kind, group_id: group };
    items.push({ ...place, edits: JSON.stringify(edits) });
  }
  const facts = await readFacts(db, items);
  for (const item of items) {
    const told = facts.told(item);
    const secrets = secretsOf(item);
    const previous: Previous = Object.fromEntries(
      Object.keys(parseValues(item.edits)).flatMap((field) => {
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
}
