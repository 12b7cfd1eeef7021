/** The plan that sets devices to what their standard wants. */
import { Refusal } from '../../base/errors.ts';
import { groupBy } from '../../base/group.ts';
import type { Language } from '../../base/messages.ts';
import { mostItems, type PlanOrder } from '../../contract/plans/plans.ts';
import type { By } from '../audit/by.ts';
import { groupOf, parseValues, rtuSlot } from '../delivery/row.ts';
import type { OrderStore } from '../delivery/store.ts';
import { createPlan } from '../plans/create.ts';
import { words } from '../words.ts';
import { ownStandard } from './standards.ts';

/**
 * Proposes a draft with a set for each device that differs. What belongs to one device is never set in bulk: it is left out,
 * and counted. @throws Refusal 404, 422
 */
export async function repairStandard(
  store: OrderStore,
  by: By,
  language: Language,
  id: number,
): Promise<{ planId: string; devices: number; leftOut: number }> {
  const { db } = store.storage;
  const standard = await ownStandard(db, by.viewer, id);
  const wanted = parseValues(standard.wanted);
  const own = new Set(
    groupOf(standard.group_id)
      ?.fields.filter((field) => field.own !== undefined)
      .map((field) => field.id),
  );
  const rows = await db
    .selectFrom('standard_drifts')
    .select(['rtu_id', 'slot', 'field'])
    .where('standard_id', '=', id)
    .orderBy('since')
    .orderBy('rtu_id')
    .orderBy('slot')
    .orderBy('field')
    .execute();
  if (rows.length === 0) throw new Refusal(422, 'standards.noDrift');
  const common = rows.filter(({ field }) => !own.has(field) && wanted[field] !== undefined);
  if (common.length === 0) throw new Refusal(422, 'standards.onlyOwn');
  const items = [...groupBy(common, (row) => `${row.rtu_id}/${row.slot}`).values()]
    .slice(0, mostItems)
    .flatMap((of): PlanOrder[] => {
      const [first] = of;
      if (first === undefined) return [];
      return [
        {
          type: 'set',
          target: { rtuId: first.rtu_id, slot: first.slot === rtuSlot ? null : first.slot },
          group: standard.group_id,
          edits: Object.fromEntries(of.map(({ field }) => [field, wanted[field]])) as PlanOrder['edits'],
          after: null,
          reason: standard.name,
        },
      ];
    });
  const title = words(language)('standards.repairTitle', { name: standard.name });
  const planId = await createPlan(store, by, { title, items, surface: 'button' });
  return { planId, devices: items.length, leftOut: rows.length - common.length };
}
