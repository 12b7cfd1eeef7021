import type { OrderView } from '../../../../contract/devices/orders.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { orderState } from '../../../components/orders/order-state.ts';
import { useOrderText } from '../../../components/orders/use-order-text.ts';
import './order-state.css';

/** Where an order stands: the word, then when it lands, what the device said, or both values where they differ. */
export function OrderStateLabel(props: {
  readonly order: OrderView;
  readonly now: number;
  readonly zone: string;
}) {
  const { order, now, zone } = props;
  const text = useText();
  const format = useFormat();
  const words = useOrderText();
  const { message, icon, tone } = orderState(order, now);
  const { expected, ahead, content } = order;
  const lands =
    expected === null ||
    order.state !== 'queued' ||
    expected.plusMinus === 0 ||
    // In reach: there is nothing to wait for yet.
    (expected.at <= now && now - expected.at <= expected.plusMinus + 60_000)
      ? null
      : text(expected.at > now ? 'orders.landsAt' : 'orders.landsNow', {
          time: format.time(expected.at, zone, expected.at - now > 86_400_000 ? 'dayTime' : 'minute'),
          spread: format.duration(expected.plusMinus),
          left: format.countdown(expected.at - now),
        });
  const seen =
    order.verification === 'different' && content.type === 'set'
      ? Object.entries(order.seen).map(([field, value]) =>
          text('orders.seen', {
            field: words.field(content.group, field),
            wanted: words.value(content.group, field, order.kind, content.edits[field] ?? null),
            seen: words.value(content.group, field, order.kind, value),
          }),
        )
      : [];
  return (
    <div className="ostate row wrap dim">
      <span className={`ostate__word gap-6 ostate__word--${tone}`}>
        <Icon name={icon} className="icon--small" />
        {text(message)}
      </span>
      {ahead !== null && ahead > 0 && <span className="num">{text('orders.ahead', { count: ahead })}</span>}
      {lands !== null && <span className="num">{lands}</span>}
      {order.text !== '' && order.state === 'failed' && <span className="mono">{order.text}</span>}
      {order.text !== '' && order.state === 'succeeded' && <span className="mono faint">{order.text}</span>}
      {seen.map((line) => (
        <span key={line} className="num">
          {line}
        </span>
      ))}
    </div>
  );
}
