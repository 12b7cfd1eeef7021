import type { Permission } from '../../base/permissions.ts';
import { deviceActions } from '../../catalogue/index.ts';
import type { OrderContent } from './orders.ts';

/** What somebody must hold to give an order, or to take it back. */
export function orderPermission(content: OrderContent): Permission {
  if (content.type === 'set') return 'device:parameter:edit';
  return deviceActions.find(({ id }) => id === content.action)?.permission ?? 'device:command:send';
}

/** True where an order must be confirmed by the password once more (src/server/delivery/README.md#guards). */
export function needsPassword(content: OrderContent): boolean {
  return (
    content.type === 'set' || deviceActions.find(({ id }) => id === content.action)?.guard === 'password'
  );
}
