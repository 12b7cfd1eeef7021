import { Refusal } from '../../../base/errors.ts';
import { hasPermission } from '../../../base/permissions.ts';
import { orderPermission } from '../../../contract/devices/order-permission.ts';
import * as contract from '../../../contract/devices/orders.ts';
import * as parameterContract from '../../../contract/devices/parameters.ts';
import { cancelOrder, deleteOrder } from '../../delivery/cancel.ts';
import { confirm } from '../../delivery/confirm.ts';
import type { OrderRow } from '../../delivery/row.ts';
import { findTarget } from '../../delivery/target.ts';
import { visibleRun } from '../../imports/of-station.ts';
import { ownPlan } from '../../plans/visible.ts';
import { everyCompany } from '../../sites/edit/scope.ts';
import { type AskedBy, type Binding, bind } from '../bind.ts';
import type { Guarded } from './joint-acts.ts';
import { shownOrder } from './joint-shown.ts';

/** Orders to devices, and their parameters. */
export function orderHandlers({ services, acts, joint }: Guarded): readonly Binding[] {
  const { storage, delivery, orders, login, listeners, processes, denials, board } = services;
  const { store } = delivery;

  /** @throws Refusal 403 for who may not give the order; the denial is in the audit */
  async function refuse(
    { viewer, address }: AskedBy<typeof contract.createOrder>,
    content: contract.OrderContent,
  ) {
    const permission = orderPermission(content);
    if (hasPermission(viewer.permissions, permission)) return;
    await denials.record(viewer, contract.createOrder.id, permission, address);
    throw new Refusal(403, 'api.forbidden', { permission });
  }

  async function one(row: OrderRow) {
    const site = board.siteOfRtu(row.rtu_id);
    const place = { stationId: site?.station.id ?? 0, sn: site?.rtu?.sn ?? '' };
    const [order] = await orders.views([row], () => place);
    if (order === undefined) throw new Refusal(404, 'api.notFound', { what: `order ${row.id}` });
    return { order };
  }

  return [
    bind(contract.confirmOrder, async (by) => {
      const { password, code, body } = by.body;
      // Who may not see the device learns nothing of it here either.
      if ('target' in body) await findTarget(storage.db, by.viewer, body.target);
      else if ('restartListener' in body) {
        everyCompany(by.viewer);
        listeners.mayRestart(body.restartListener);
      } else if ('processAct' in body) {
        everyCompany(by.viewer);
        await processes.mayDo(body);
      } else if ('undoImport' in body) await visibleRun(storage.db, by.viewer, body.undoImport);
      else await ownPlan(storage.db, by.viewer, body.planId);
      return confirm(login, by, { password, code, body });
    }),
    bind(contract.createOrder, async (by) => {
      const { confirmation, ...body } = by.body;
      await refuse(by, body.content);
      const { language } = by;
      const shown = () => shownOrder(board, by.viewer, body);
      const row = await joint.guarded(by, { kind: 'order', body, language, shown }, () =>
        acts.order(by, { ...body, confirmation }),
      );
      return one(row);
    }),
    bind(contract.stationOrders, ({ viewer, params, query }) =>
      orders.ofStation(viewer, params.stationId, query),
    ),
    bind(contract.ordersUnderWay, ({ viewer }) => orders.underWay(viewer)),
    bind(contract.cancelOrder, async (by) => {
      try {
        const row = await cancelOrder(store, by, by.params.orderId);
        delivery.touched(row.rtu_id);
        return await one(row);
      } catch (error) {
        // Given up: what waits behind it may go.
        const given = error instanceof Refusal && error.status === 409;
        const row = given ? await store.byId(by.params.orderId) : undefined;
        if (row !== undefined) delivery.touched(row.rtu_id);
        throw error;
      }
    }),
    bind(contract.deleteOrder, async (by) => {
      const row = await deleteOrder(store, by, by.params.orderId);
      delivery.touched(row.rtu_id);
      return {};
    }),
    bind(parameterContract.parameters, ({ viewer, params }) => orders.parameters(viewer, params.stationId)),
    bind(parameterContract.parameterHistory, ({ viewer, params, query }) =>
      orders.history(viewer, params.stationId, query),
    ),
  ];
}
