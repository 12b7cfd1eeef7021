import type { CommandView } from '../../../../contract/devices/orders.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { orderState } from '../../../components/orders/order-state.ts';
import { useOrderText } from '../../../components/orders/use-order-text.ts';
import './order-state.css';

/** Where a command stands: the word, then when it lands, what the device said, or both values where they differ. */
export function OrderStateLabel(props: {
  readonly command: CommandView;
  readonly now: number;
  readonly zone: string;
}) {
  const { command, now, zone } = props;
  const text = useText();
  const format = useFormat();
  const words = useOrderText();
  const { message, icon, tone } = orderState(command, now);
  const { expected, ahead, order } = command;
  const lands =
    expected === null ||
    command.state !== 'queued' ||
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
    command.verification === 'different' && order.type === 'set'
      ? Object.entries(command.seen).map(([field, value]) =>
          text('orders.seen', {
            field: words.field(order.group, field),
            wanted: words.value(order.group, field, command.kind, order.edits[field] ?? null),
            seen: words.value(order.group, field, command.kind, value),
          }),
        )
      : [];
  return (
    <div className="ostate">
      <span className={`ostate__word ostate__word--${tone}`}>
        <Icon name={icon} />
        {text(message)}
      </span>
      {ahead !== null && ahead > 0 && <span className="num">{text('orders.ahead', { count: ahead })}</span>}
      {lands !== null && <span className="num">{lands}</span>}
      {command.text !== '' && command.state === 'failed' && <span className="mono">{command.text}</span>}
      {command.text !== '' && command.state === 'succeeded' && (
        <span className="mono faint">{command.text}</span>
      )}
      {seen.map((line) => (
        <span key={line} className="num">
          {line}
        </span>
      ))}
    </div>
  );
}
