import { useMemo } from 'react';
import type { OrderView } from '../../../../contract/devices/orders.ts';
import type { ParameterChange } from '../../../../contract/devices/parameters.ts';
import { useText } from '../../../components/i18n.ts';
import { orderState } from '../../../components/orders/order-state.ts';
import { useOrderText } from '../../../components/orders/use-order-text.ts';

/** When an order made itself felt, as far as it is known: in effect, answered, sent, or only ordered. UTC ms. */
export const orderMoment = (order: OrderView, change: ParameterChange | undefined): number =>
  change?.appliedAt ?? order.answeredAt ?? order.sentAt ?? order.createdAt;

/** What a mark says of an order: who, what (old → new of a set), and how it stands. */
export function useMarkWords(): (
  order: OrderView,
  change: ParameterChange | undefined,
  now: number,
) => string {
  const text = useText();
  const words = useOrderText();
  return useMemo(
    () => (order, change, now) => {
      const what =
        change === undefined
          ? words.order(order)
          : change.changes
              .map(({ field, from, to, isSecret }) => {
                const name = words.field(change.group, field);
                if (isSecret) return `${name} ${text('changes.secret')}`;
                const value = (of: typeof from) => words.value(change.group, field, change.kind, of);
                return `${name} ${value(from)} → ${value(to)}`;
              })
              .join(text('list.comma'));
      const state = text(orderState(order, now).message);
      return [order.createdBy, what, state].filter(Boolean).join(' · ');
    },
    [text, words],
  );
}
