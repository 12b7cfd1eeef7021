import { Refusal } from '../../base/errors.ts';
import { hasPermission } from '../../base/permissions.ts';
import { orderPermission } from '../../contract/devices/order-permission.ts';
import type { OrderContent } from '../../contract/devices/orders.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { By } from '../audit/by.ts';
import { visibleStations } from '../sites/visible.ts';
import { contentOf, type OrderRow } from './row.ts';
import { auditStep, type Db, type OrderStore, stepIn } from './store.ts';

/** @throws Refusal 404 for an order that does not exist, or is another company's */
async function visibleOrder(db: Db, viewer: Viewer, id: string): Promise<OrderRow> {
  const row = await visibleStations(db, viewer)
    .innerJoin('rtus', 'rtus.station_id', 'stations.id')
    .innerJoin('orders', 'orders.rtu_id', 'rtus.id')
    .selectAll('orders')
    .where('orders.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal(404, 'api.notFound', { what: `order ${id}` });
  return row;
}

/** @throws Refusal 403 for who may not give the order */
export function refuseOrder({ permissions }: Viewer, content: OrderContent): void {
  const permission = orderPermission(content);
  if (!hasPermission(permissions, permission)) throw new Refusal(403, 'api.forbidden', { permission });
}

/**
 * Takes back what was never sent. What was sent and has no answer is given up: its outcome stays unknown, and the
 * answer says that it was sent.
 * @throws Refusal 404, 403, 409
 */
export async function cancelOrder(store: OrderStore, by: By, id: string): Promise<OrderRow> {
  const { row, refused } = await store.write('cancel', async (db) => {
    const found = await visibleOrder(db, by.viewer, id);
    refuseOrder(by.viewer, contentOf(found));
    return stepIn(db, found, 'cancel', store.now(), { by });
  });
  if (row.state === 'cancelled') return row;
  throw new Refusal(409, refused === 'ended' ? 'command.ended' : 'command.alreadySent');
}

/** Takes back what was never sent, then hides it; once hidden it stays so. @throws Refusal 404, 403, 409 */
export async function deleteOrder(store: OrderStore, by: By, id: string): Promise<OrderRow> {
  return store.write('delete', async (db) => {
    const found = await visibleOrder(db, by.viewer, id);
    if (found.hidden !== 0) return found;
    const at = store.now();
    if (found.state === 'sending' || found.state === 'retry') throw new Refusal(409, 'command.inFlight');
    // Taking back is giving the order's contrary: who may tidy the list alone may not.
    if (found.state === 'queued') refuseOrder(by.viewer, contentOf(found));
    const row = found.state === 'queued' ? (await stepIn(db, found, 'cancel', at, { by })).row : found;
    await db.updateTable('orders').set({ hidden: 1 }).where('id', '=', id).execute();
    await auditStep(db, row, { event: 'delete', from: row.state, to: row.state, at }, { by });
    return row;
  });
}
