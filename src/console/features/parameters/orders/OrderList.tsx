import { useEffect, useRef, useState } from 'react';
import { commands as orderCommands } from '../../../../../commands/commands/index.ts';
import { orderPermission } from '../../../../contract/devices/order-permission.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { useOrderText } from '../../../components/orders/use-order-text.ts';
import { usePermitted } from '../../../components/Permit.tsx';
import { useOffer } from '../../../components/screen.ts';
import { deleteCommand, useStationCommands } from '../../../state/devices/orders.ts';
import type { StationParameters } from '../../../state/devices/parameters.ts';
import { takeBack } from '../../../state/recording/recorder.ts';
import { deviceName } from '../use-panel.ts';
import { OrderStateLabel } from './OrderStateLabel.tsx';
import { OrderTable } from './OrderTable.tsx';

const page = 50;

/** The station's commands: sequence, content, state, who, when; open ones can be cancelled, others deleted. */
export function CommandList(props: {
  readonly stationId: number;
  readonly devices: StationParameters['devices'];
  readonly zone: string;
  readonly now: number;
  /** Id of the command that was asked for. */
  readonly chosen: string | null;
}) {
  const { stationId, devices, zone, now, chosen } = props;
  const text = useText();
  const format = useFormat();
  const words = useOrderText();
  const [limit, setLimit] = useState(page);
  const { data } = useStationCommands(stationId, limit);
  const permitted = usePermitted();
  const commands = data?.commands ?? [];
  const total = data?.total ?? 0;
  const table = useRef<HTMLTableElement>(null);
  useOffer(
    orderCommands.delete,
    async ({ commandId }) => {
      const isOpen = commands.some(({ id, canCancel }) => id === commandId && canCancel);
      await deleteCommand(commandId);
      if (isOpen) takeBack(commandId);
    },
    {
      available: commands.some(({ canDelete }) => canDelete),
      choices: () =>
        commands
          .filter(({ canDelete }) => canDelete)
          .map((command) => ({
            value: command.id,
            label: `${format.time(command.createdAt, zone, 'dayTime')} · ${words.order(command)}`,
          })),
    },
  );
  useOffer(orderCommands.more, () => setLimit(Math.min(500, limit + page)), {
    available: data !== undefined && data.total > commands.length && limit < 500,
  });
  const isHere = commands.some(({ id }) => id === chosen);
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
          : commands.map((command, index) => {
              const device = devices.find(({ target }) => target.slot === command.target.slot);
              return (
                <tr key={command.id} aria-current={command.id === chosen ? 'true' : undefined}>
                  <td className="r num faint">{total - index}</td>
                  <td className="num">{format.time(command.createdAt, zone, 'full')}</td>
                  <td>
                    {deviceName(device ?? { target: command.target, kind: command.kind, name: null }, text)}
                  </td>
                  <td className="olist__content">
                    {words.order(command)}
                    {command.reason !== '' && <span className="faint">{command.reason}</span>}
                  </td>
                  <td>
                    <OrderStateLabel command={command} now={now} zone={zone} />
                  </td>
                  <td>{command.createdBy ?? '–'}</td>
                  <td className="olist__actions">
                    {command.canCancel && permitted(orderPermission(command.order)) && (
                      <CommandButton
                        command={orderCommands.cancel}
                        args={{ commandId: command.id }}
                        icon="ban"
                        label={text('orders.cancel')}
                      />
                    )}
                    {command.canDelete && permitted('device:command:delete') && (
                      <CommandButton
                        command={orderCommands.delete}
                        args={{ commandId: command.id }}
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
        <p className="olist__foot dim num">
          {text('orders.shown', { shown: commands.length, total })}
          {total > commands.length && limit < 500 && (
            <CommandButton command={orderCommands.more} look="ghost" label={text('command.commands.more')} />
          )}
        </p>
      }
    />
  );
}
