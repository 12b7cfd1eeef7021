import type { Selectable } from 'kysely';
import {
  type After,
  type DeriveKind,
  deriveKinds,
  type PlanObstacle,
  type PlanState,
  planStates,
} from '../../contract/plans/plans.ts';
import { allAtOnce, type Rollout } from '../../domain/rollout/rollout.ts';
import { groupOf, parseValues, type Values } from '../delivery/row.ts';
import type { Db } from '../delivery/store.ts';
import { fromJson, type Json } from '../storage/json.ts';
import type {
  PlanDeviceTable,
  PlanItemTable,
  PlanRuleTable,
  PlanSkipTable,
  PlanTable,
} from '../storage/schema.ts';

export type PlanRow = Selectable<PlanTable>;
export type PlanItemRow = Selectable<PlanItemTable>;
export type PlanSkipRow = Selectable<PlanSkipTable>;
export type PlanRuleRow = Selectable<PlanRuleTable>;
export type PlanDeviceRow = Selectable<PlanDeviceTable>;

export function planStateOf(row: Pick<PlanRow, 'state'>): PlanState {
  return planStates.find((state) => state === row.state) ?? 'discarded';
}

export const parseObstacle = (text: Json<PlanObstacle> | null): PlanObstacle | null =>
  text === null ? null : fromJson(text);

export const rolloutOf = ({ rollout }: Pick<PlanRow, 'rollout'>): Rollout =>
  rollout === null ? allAtOnce : fromJson(rollout);
export const afterOf = ({ after }: Pick<PlanItemRow, 'after'>): After =>
  after === null ? null : fromJson(after);
export const deriveKindOf = (text: string | null): DeriveKind | null =>
  deriveKinds.find((kind) => kind === text) ?? null;

/** Edited fields that no one may ever see. */
export function secretsOf(item: Pick<PlanItemRow, 'group_id' | 'edits'> & { type?: string }): string[] {
  if (item.type === 'send') return [];
  const edits = parseValues(item.edits);
  const fields = groupOf(item.group_id)?.fields ?? [];
  return fields.filter(({ id, type }) => type === 'secret' && id in edits).map(({ id }) => id);
}

/** Edits without their secrets. */
export function shownEdits(item: Pick<PlanItemRow, 'group_id' | 'edits'> & { type?: string }): Values {
  const secrets = secretsOf(item);
  return Object.fromEntries(
    Object.entries(parseValues(item.edits)).map(([id, value]) => [id, secrets.includes(id) ? null : value]),
  );
}

export function itemsOf(db: Db, planId: string): Promise<PlanItemRow[]> {
  return db.selectFrom('plan_items').selectAll().where('plan_id', '=', planId).orderBy('position').execute();
}

export function skipsOf(db: Db, planId: string): Promise<PlanSkipRow[]> {
  return db.selectFrom('plan_skips').selectAll().where('plan_id', '=', planId).orderBy('position').execute();
}

export function rulesOf(db: Db, planId: string): Promise<PlanRuleRow[]> {
  return db.selectFrom('plan_rules').selectAll().where('plan_id', '=', planId).orderBy('position').execute();
}

/** In the order in which they begin. */
export function devicesOfPlan(db: Db, planId: string): Promise<PlanDeviceRow[]> {
  return db
    .selectFrom('plan_devices')
    .selectAll()
    .where('plan_id', '=', planId)
    .orderBy('position')
    .execute();
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
