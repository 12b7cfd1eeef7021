import type { Permission } from '../../base/permissions.ts';
import { deviceCommands } from '../../catalogue/index.ts';
import type { Order } from './orders.ts';

/** What somebody must hold to give an order, or to take it back. */
export function orderPermission(order: Order): Permission {
  if (order.type === 'set') return 'device:parameter:edit';
  return deviceCommands.find(({ id }) => id === order.command)?.permission ?? 'device:command:send';
}

/** True where an order must be confirmed by the password once more (src/server/delivery/README.md#guards). */
export function needsPassword(order: Order): boolean {
  return order.type === 'set' || deviceCommands.find(({ id }) => id === order.command)?.guard === 'password';
}
