import type { Selectable } from 'kysely';
import type { ParameterValue } from '../../catalogue/model.ts';
import { type PlanObstacle, type PlanState, planStates } from '../../contract/plans.ts';
import { groupOf, parseValues, type Values } from '../delivery/row.ts';
import type { Db } from '../delivery/store.ts';
import type { PlanItemTable, PlanTable } from '../storage/schema.ts';

export type PlanRow = Selectable<PlanTable>;
export type PlanItemRow = Selectable<PlanItemTable>;
/** By field: what was on the device, and when it told so. */
export type Previous = Readonly<Record<string, readonly [value: ParameterValue, at: number]>>;

export function planStateOf(row: Pick<PlanRow, 'state'>): PlanState {
  return planStates.find((state) => state === row.state) ?? 'discarded';
}

export const parsePrevious = (text: string): Previous => JSON.parse(text) as Previous;
export const parseObstacle = (text: string | null): PlanObstacle | null =>
  text === null ? null : (JSON.parse(text) as PlanObstacle);

/** Edited fields that no one may ever see. */
export function secretsOf(item: Pick<PlanItemRow, 'group_id' | 'edits'>): string[] {
  const edits = parseValues(item.edits);
  const fields = groupOf(item.group_id)?.fields ?? [];
  return fields.filter(({ id, type }) => type === 'secret' && id in edits).map(({ id }) => id);
}

/** Edits without their secrets. */
export function shownEdits(item: Pick<PlanItemRow, 'group_id' | 'edits'>): Values {
  const secrets = secretsOf(item);
  return Object.fromEntries(
    Object.entries(parseValues(item.edits)).map(([id, value]) => [id, secrets.includes(id) ? null : value]),
  );
}

export function itemsOf(db: Db, planId: string): Promise<PlanItemRow[]> {
  return db.selectFrom('plan_items').selectAll().where('plan_id', '=', planId).orderBy('position').execute();
}

/** Takes the secrets out of items that will never be sent: those of a plan that is over, or left out of it. */
export async function dropSecrets(db: Db, items: readonly PlanItemRow[]): Promise<void> {
  for (const item of items)
    if (secretsOf(item).length > 0)
      await db
        .updateTable('plan_items')
        .set({ edits: JSON.stringify(shownEdits(item)) })
        .where('plan_id', '=', item.plan_id)
        .where('position', '=', item.position)
        .execute();
}
