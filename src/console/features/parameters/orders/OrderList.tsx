import { useEffect, useRef, useState } from 'react';
import { commands as orderCommands } from '../../../../../commands/commands/index.ts';
import { table as tableCommands } from '../../../../../commands/table.ts';
import { orderPermission } from '../../../../contract/devices/order-permission.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { useOrderText } from '../../../components/orders/use-order-text.ts';
import { usePermitted } from '../../../components/Permit.tsx';
import { useOffer } from '../../../components/screen.ts';
import { deleteOrder, useStationOrders } from '../../../state/devices/orders.ts';
import type { StationParameters } from '../../../state/devices/parameters.ts';
import { askFile } from '../../../state/overlays.ts';
import { takeBack } from '../../../state/recording/recorder.ts';
import { deviceName } from '../use-panel.ts';
import { OrderStateLabel } from './OrderStateLabel.tsx';
import { OrderTable } from './OrderTable.tsx';

const page = 50;

/** The station's orders: sequence, content, state, who, when; open ones can be cancelled, others deleted. */
export function OrderList(props: {
  readonly stationId: number;
  readonly devices: StationParameters['devices'];
  readonly zone: string;
  readonly now: number;
  /** Id of the order that was asked for. */
  readonly chosen: string | null;
}) {
  const { stationId, devices, zone, now, chosen } = props;
  const text = useText();
  const format = useFormat();
  const words = useOrderText();
  const [limit, setLimit] = useState(page);
  const { data } = useStationOrders(stationId, limit);
  const permitted = usePermitted();
  const orders = data?.orders ?? [];
  const total = data?.total ?? 0;
  const table = useRef<HTMLTableElement>(null);
  useOffer(
    orderCommands.delete,
    async ({ orderId }) => {
      const isOpen = orders.some(({ id, canCancel }) => id === orderId && canCancel);
      await deleteOrder(orderId);
      if (isOpen) takeBack(orderId);
    },
    {
      available: orders.some(({ canDelete }) => canDelete),
      choices: () =>
        orders
          .filter(({ canDelete }) => canDelete)
          .map((order) => ({
            value: order.id,
            label: `${format.time(order.createdAt, zone, 'dayTime')} · ${words.order(order)}`,
          })),
    },
  );
  useOffer(orderCommands.more, () => setLimit(Math.min(500, limit + page)), {
    available: data !== undefined && data.total > orders.length && limit < 500,
  });
  useOffer(tableCommands.export, () => askFile({ table: 'orders', query: { stationId } }), {
    available: total > 0 ? true : 'orders.none',
  });
  const isHere = orders.some(({ id }) => id === chosen);
  useEffect(() => {
    if (isHere) table.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  return (
    <OrderTable
      label="parameters.view.commands"
      heads={[
        'orders.sequence',
        'orders.when',
        'orders.device',
        'orders.content',
        'orders.state',
        'orders.who',
      ]}
      numbered
      none={{ icon: 'terminal', title: 'orders.none', text: 'orders.noneText' }}
      table={table}
      rows={
        data === undefined
          ? null
          : orders.map((order, index) => {
              const device = devices.find(({ target }) => target.slot === order.target.slot);
              return (
                <tr key={order.id} aria-current={order.id === chosen ? 'true' : undefined}>
                  <td className="r num faint">{total - index}</td>
                  <td className="num">{format.time(order.createdAt, zone, 'full')}</td>
                  <td>
                    {deviceName(device ?? { target: order.target, kind: order.kind, name: null }, text)}
                  </td>
                  <td className="olist__content">
                    {words.order(order)}
                    {order.reason !== '' && <span className="faint">{order.reason}</span>}
                  </td>
                  <td>
                    <OrderStateLabel order={order} now={now} zone={zone} />
                  </td>
                  <td>{order.createdBy ?? '–'}</td>
                  <td className="olist__actions">
                    {order.canCancel && permitted(orderPermission(order.content)) && (
                      <CommandButton
                        command={orderCommands.cancel}
                        args={{ orderId: order.id }}
                        icon="ban"
                        label={text('orders.cancel')}
                      />
                    )}
                    {order.canDelete && permitted('device:command:delete') && (
                      <CommandButton
                        command={orderCommands.delete}
                        args={{ orderId: order.id }}
                        icon="trash"
                        iconOnly
                        look="ghost"
                        label={text('command.commands.delete')}
                      />
                    )}
                  </td>
                </tr>
              );
            })
      }
      foot={
        <p className="dim num row gap-12 padded">
          {text('orders.shown', { shown: orders.length, total })}
          {total > orders.length && limit < 500 && (
            <CommandButton command={orderCommands.more} look="ghost" label={text('command.commands.more')} />
          )}
          <span className="grow" />
          <CommandButton command={tableCommands.export} icon="download" iconOnly look="ghost" />
        </p>
      }
    />
  );
}
