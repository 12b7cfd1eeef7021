import { commands as orderCommands } from '../../../../../commands/commands/index.ts';
import { orderPermission } from '../../../../contract/devices/order-permission.ts';
import { isEnded } from '../../../../contract/devices/order-states.ts';
import type { OrderView } from '../../../../contract/devices/orders.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import { useOrderText } from '../../../components/orders/use-order-text.ts';
import { usePermitted } from '../../../components/Permit.tsx';
import { useNow } from '../../../state/connection/clock.ts';
import { useStations } from '../../../state/sites/stations.ts';
import { OrderStateLabel } from './OrderStateLabel.tsx';

/** What is under way, then what ended lately; each can be opened, and cancelled while that is true. */
export function TrayList(props: {
  readonly orders: readonly OrderView[];
  readonly codeOf: (stationId: number) => string;
}) {
  const text = useText();
  const commands = useCommands();
  const words = useOrderText();
  const permitted = usePermitted();
  const now = useNow(1000);
  const { data } = useStations();
  const zoneOf = (stationId: number) => data?.stations.find(({ id }) => id === stationId)?.timeZone ?? 'UTC';
  const open = props.orders.filter(({ state }) => !isEnded(state));
  const ended = props.orders.filter(({ state }) => isEnded(state));
  return (
    <section className="tray__list floats text-12" aria-label={text('command.commands.tray')}>
      {props.orders.length === 0 && <p className="tray__none dim">{text('orders.nothing')}</p>}
      {[...open, ...ended].map((order) => (
        <div key={order.id} className={`tray__row row gap-8 pickable ${isEnded(order.state) ? 'dim' : ''}`}>
          <button
            type="button"
            className="tray__open grow yields"
            onClick={() => commands.run(orderCommands.show, { orderId: order.id }, 'button')}
          >
            <span className="ellipsis">
              <b className="num">{props.codeOf(order.stationId)}</b> {words.order(order)}
            </span>
            <OrderStateLabel order={order} now={now} zone={zoneOf(order.stationId)} />
          </button>
          {order.canCancel && permitted(orderPermission(order.content)) && (
            <CommandButton
              command={orderCommands.cancel}
              args={{ orderId: order.id }}
              label={text('orders.cancel')}
            />
          )}
        </div>
      ))}
    </section>
  );
}
