import { Refusal } from '../../base/errors.ts';
import { hasPermission } from '../../base/permissions.ts';
import { orderPermission } from '../../contract/devices/order-permission.ts';
import { type OrderContent, surfaces } from '../../contract/devices/orders.ts';
import { readViewer } from '../accounts/viewer.ts';
import type { By } from '../audit/by.ts';
import { noteChange } from '../changes/change-log.ts';
import { createOrder } from '../delivery/create.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { type OrderRow, parseValues, rtuSlot, type Values } from '../delivery/row.ts';
import type { Db, OrderStore } from '../delivery/store.ts';
import type { Cell } from '../storage/executor.ts';
import { fixed } from '../storage/fixed.ts';
import { toJson } from '../storage/json.ts';
import { readGroup, refuseMoved, refuseOthersSets } from './facts.ts';
import { obstacleOf } from './obstacle.ts';
import { type PlanItemRow, type PlanRow, shownEdits } from './row.ts';
import { refuseUnshown } from './soundings.ts';

/** The plan was paused or cancelled meanwhile, or another host was first: what is left is looked at anew. */
export class PlanHalted extends Error {}

/** Whose orders they are; null where the account was disabled or lost its right meanwhile. */
export async function approverOf(
  { storage }: OrderStore,
  { approver_id: id, approver_address: address }: PlanRow,
): Promise<By | null> {
  const viewer = id === null ? null : await readViewer(storage, id);
  if (viewer === null || !hasPermission(viewer.permissions, 'device:parameter:edit')) return null;
  return { viewer, address: address ?? '' };
}

/** What an item orders. */
export const contentOfItem = (item: PlanItemRow): OrderContent =>
  item.type === 'send'
    ? { type: 'action', action: item.group_id, args: JSON.parse(item.edits) }
    : { type: 'set', group: item.group_id, edits: JSON.parse(item.edits), version: item.base_version };

interface ItemKey extends Record<string, Cell> {
  readonly planId: string;
  readonly position: number;
}
/** The item, where it may be ordered now. */
const openItem = fixed((db, { planId, position }: ItemKey) =>
  db
    .selectFrom('plan_items')
    .innerJoin('plans', 'plans.id', 'plan_items.plan_id')
    .select('plan_items.position')
    .where('plan_items.plan_id', '=', planId)
    .where('plan_items.position', '=', position)
    .where('plan_items.excluded', '=', 0)
    .where('plan_items.order_id', 'is', null)
    .where('plan_items.skipped', 'is', null)
    .where('plans.state', 'in', ['applying', 'stopped']),
);
const keepOrder = fixed(
  (db, { planId, position, orderId, edits }: ItemKey & { orderId: string; edits: string }) =>
    db
      .updateTable('plan_items')
      .set({ order_id: orderId, edits })
      .where('plan_id', '=', planId)
      .where('position', '=', position),
);
const setsBefore = fixed(
  (db, { planId, position, rtuId, group }: ItemKey & { rtuId: number; group: string }) =>
    db
      .selectFrom('plan_items')
      .select(['slot', 'edits'])
      .where('plan_id', '=', planId)
      .where('rtu_id', '=', rtuId)
      .where('group_id', '=', group)
      .where('type', '=', 'set')
      .where('position', '<', position)
      .where('order_id', 'is not', null)
      .orderBy('position'),
);

/** What sets of this plan that went before an item did to its group's values. */
async function stepsBefore(
  db: Db,
  { plan_id: planId, position, rtu_id: rtuId, slot, group_id }: PlanItemRow,
): Promise<readonly Values[]> {
  const items = await setsBefore(db, { planId, position, rtuId, group: group_id });
  const same = (other: number | null) => (other ?? rtuSlot) === (slot ?? rtuSlot);
  return items.filter((row) => same(row.slot)).map(({ edits }) => parseValues(edits));
}

/**
 * Makes the order of an item, once, whatever was done of it before. Answers null where it is skipped by name.
 * @throws PlanHalted
 */
export async function orderItem(
  delivery: Delivery,
  plan: PlanRow,
  item: PlanItemRow,
  by: By | null,
): Promise<OrderRow | null> {
  try {
    return await makeOrder(delivery, plan, item, by);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await skipItem(delivery.store, item, error);
    return null;
  }
}

async function makeOrder(
  delivery: Delivery,
  plan: PlanRow,
  item: PlanItemRow,
  by: By | null,
): Promise<OrderRow> {
  const { store } = delivery;
  const { rtu_id: rtuId, slot, position } = item;
  const steps = item.type === 'send' ? [] : await stepsBefore(store.storage.db, item);
  const content = contentOfItem(item);
  if (by === null || !hasPermission(by.viewer.permissions, orderPermission(content)))
    throw new Refusal(403, 'plans.approverGone');
  refuseUnshown(plan, item, store.now());
  const row = await createOrder(store, (id) => delivery.gateway.link(id), {
    by,
    language: by.viewer.language,
    confirmation: undefined,
    body: {
      key: `${plan.id}-${position}`,
      target: { rtuId, slot },
      content,
      reason: plan.reason,
      surface: surfaces.find((one) => one === plan.surface) ?? 'button',
    },
    approval: {
      planId: plan.id,
      check: async (db) => {
        const [open] = await openItem(db, { planId: plan.id, position });
        if (open === undefined) throw new PlanHalted();
        if (item.type !== 'set') return;
        const reported = await readGroup(db, item);
        await refuseOthersSets(db, item, reported);
        refuseMoved(item, reported, steps);
      },
      made: async (db, made) => {
        const edits = JSON.stringify(shownEdits(item));
        await keepOrder(db, { planId: plan.id, position, orderId: made.id, edits });
      },
    },
  });
  delivery.touched(row.rtu_id);
  return row;
}

/** Writes down why an item does not go. @throws PlanHalted where another host has ordered it */
export function skipItem(
  store: OrderStore,
  { plan_id: planId, position }: PlanItemRow,
  refusal: Refusal,
): Promise<void> {
  return store.write('planSkip', async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('plan_items')
      .set({ skipped: toJson(obstacleOf(refusal)) })
      .where('plan_id', '=', planId)
      .where('position', '=', position)
      .where('order_id', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new PlanHalted();
    await noteChange(db, 'plan', planId);
  });
}
