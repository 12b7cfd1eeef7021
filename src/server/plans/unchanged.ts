/** Fields that a device has already as a plan would set them: they need not be sent. */
import type { ParameterValue } from '../../catalogue/model.ts';
import type { PlanObstacle } from '../../contract/plans/plans.ts';
import { sameValue } from '../../domain/parameters/same-value.ts';
import { groupOf, parseValues, rtuSlot, type Values } from '../delivery/row.ts';
import type { Db } from '../delivery/store.ts';
import type { DeviceFacts } from './facts.ts';
import type { PlanItemRow } from './row.ts';

type Set = Pick<PlanItemRow, 'rtu_id' | 'slot' | 'group_id' | 'type'> & { readonly edits: string };

const nameOf = ({ rtu_id: rtuId, slot, group_id: group }: Omit<Set, 'edits' | 'type'>, field: string) =>
  `${rtuId}/${slot ?? rtuSlot}/${group}/${field}`;

/**
 * When sets ended of which it is not known whether they took, by the fields' names; infinite for one that is under way.
 * What a device reported before that says nothing of what it has.
 */
async function readOpen(db: Db, rtus: readonly number[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('orders')
    .select(['rtu_id', 'slot', 'name', 'body', 'state', 'ended_at'])
    .where('rtu_id', 'in', rtus.length === 0 ? [0] : rtus)
    .where('type', '=', 'set')
    .where((where) =>
      where.or([
        where('state', 'in', ['queued', 'sending', 'retry', 'indeterminate']),
        where.and([where('state', '=', 'succeeded'), where('verification', '=', 'pending')]),
      ]),
    )
    .execute();
  const found = new Map<string, number>();
  for (const row of rows) {
    const until = row.ended_at ?? Number.POSITIVE_INFINITY;
    for (const field of Object.keys(parseValues(row.body))) {
      const name = nameOf({ rtu_id: row.rtu_id, slot: row.slot, group_id: row.name }, field);
      found.set(name, Math.max(until, found.get(name) ?? 0));
    }
  }
  return found;
}

/**
 * For each item in its order the fields that its device has already, by its own word, and that no item before it and no
 * set that may still land changes. Secrets, which no device reports, are never among them.
 *
 * @param before items of the plan that go before these
 */
export async function unchangedFields(
  db: Db,
  items: readonly Set[],
  facts: Pick<DeviceFacts, 'reported'>,
  before: readonly Set[] = [],
): Promise<readonly (readonly string[])[]> {
  const open = await readOpen(db, [...new Set(items.map((item) => item.rtu_id))]);
  const set = new Map<string, true>();
  const keep = (item: Set, values: Values) => {
    for (const id of Object.keys(values)) set.set(nameOf(item, id), true);
  };
  for (const item of before) if (item.type === 'set') keep(item, parseValues(item.edits));
  return items.map((item) => {
    if (item.type !== 'set') return [];
    const edits = parseValues(item.edits);
    const fields = groupOf(item.group_id)?.fields ?? [];
    const reported = facts.reported(item);
    const same = fields.flatMap((field): string[] => {
      const known = reported[field.id];
      const name = nameOf(item, field.id);
      const wanted: ParameterValue | undefined = edits[field.id];
      if (field.type === 'secret' || wanted === undefined || known === undefined || set.has(name)) return [];
      const [value, , heard] = known;
      return heard > (open.get(name) ?? 0) && sameValue(field, value, wanted) ? [field.id] : [];
    });
    keep(item, edits);
    return same;
  });
}

/**
 * Items of which the device has everything already, by their positions. A device whose steps wait for each other goes
 * through all of them.
 */
export async function unchangedItems(
  db: Db,
  items: readonly PlanItemRow[],
  facts: Pick<DeviceFacts, 'reported'>,
): Promise<ReadonlySet<number>> {
  const stepwise = new Set(items.flatMap((item) => (item.after === null ? [] : [item.rtu_id])));
  const going = items.filter(({ excluded }) => excluded === 0);
  const same = await unchangedFields(db, going, facts);
  return new Set(
    going.flatMap((item, at) => {
      const isSame = item.type === 'set' && same[at]?.length === Object.keys(parseValues(item.edits)).length;
      return isSame && !stepwise.has(item.rtu_id) ? [item.position] : [];
    }),
  );
}

/** Why such an item does not go. */
export const unchangedWhy = (fields: readonly string[]): PlanObstacle => ({
  message: 'plans.unchanged',
  params: { count: fields.length },
  fields: [...fields],
});
