import { useMemo } from 'react';
import type { CommandView } from '../../../contract/devices/orders.ts';
import type { ParameterChange } from '../../../contract/devices/parameters.ts';
import { useText } from '../../components/i18n.ts';
import { orderState } from '../../components/orders/order-state.ts';
import { useOrderText } from '../../components/orders/use-order-text.ts';

/** When an order made itself felt, as far as it is known: in effect, answered, sent, or only ordered. UTC ms. */
export const orderMoment = (command: CommandView, change: ParameterChange | undefined): number =>
  change?.appliedAt ?? command.answeredAt ?? command.sentAt ?? command.createdAt;

/** What a mark says of an order: who, what (old → new of a set), and how it stands. */
export function useMarkWords(): (
  command: CommandView,
  change: ParameterChange | undefined,
  now: number,
) => string {
  const text = useText();
  const words = useOrderText();
  return useMemo(
    () => (command, change, now) => {
      const what =
        change === undefined
          ? words.order(command)
          : change.changes
              .map(({ field, from, to, isSecret }) => {
                const name = words.field(change.group, field);
                if (isSecret) return `${name} ${text('changes.secret')}`;
                const value = (of: typeof from) => words.value(change.group, field, change.kind, of);
                return `${name} ${value(from)} → ${value(to)}`;
              })
              .join(text('list.comma'));
      const state = text(orderState(command, now).message);
      return [command.createdBy, what, state].filter(Boolean).join(' · ');
    },
    [text, words],
  );
}
