import { parameters as parameterCommands } from '../../../../commands/parameters/index.ts';
import { groupMessage } from '../../../derive/messages.ts';
import { CommandButton } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { isGroup, useOrderText } from '../../components/orders/use-order-text.ts';
import { useOffer } from '../../components/screen.ts';
import { useParameterChanges } from '../../state/devices/parameters.ts';
import { askOrder } from '../../state/overlays.ts';
import { ChangeText } from './ChangeText.tsx';
import { changeState } from './change-state.ts';
import { OrderTable } from './orders/OrderTable.tsx';
import './orders/order-state.css';

/** Every change of the station's parameters: who, when, why, old → new, how it ended; earlier values can be set again. */
export function Changes({ stationId, zone }: { readonly stationId: number; readonly zone: string }) {
  const text = useText();
  const format = useFormat();
  const words = useOrderText();
  const { data } = useParameterChanges(stationId);
  const changes = data?.changes ?? [];
  /** A secret is not known any more, and what never had a value cannot get that back. */
  const earlier = ({ changes: fields }: (typeof changes)[number]) =>
    Object.fromEntries(
      fields.flatMap(({ field, from, isSecret }) => (isSecret || from === null ? [] : [[field, from]])),
    );
  const revertable = changes.filter((change) => Object.keys(earlier(change)).length > 0);
  useOffer(
    parameterCommands.revert,
    ({ change: id }) => {
      const change = changes.find(({ orderId }) => orderId === id);
      if (change === undefined) return;
      askOrder({
        proposal: {
          stationId,
          slot: change.target.slot,
          content: { type: 'set', group: change.group, edits: earlier(change) },
        },
        surface: 'button',
      });
    },
    {
      available: revertable.length > 0,
      choices: () =>
        revertable.map((change) => ({
          value: change.orderId,
          label: `${format.time(change.at, zone, 'dayTime')} · ${change.changes
            .map(
              ({ field, from }) =>
                `${words.field(change.group, field)} ← ${words.value(change.group, field, change.kind, from)}`,
            )
            .join(text('list.comma'))}`,
        })),
    },
  );
  return (
    <OrderTable
      label="parameters.view.changes"
      heads={['orders.when', 'orders.device', 'orders.content', 'orders.state', 'orders.who']}
      none={{ icon: 'history', title: 'changes.none', text: 'changes.noneText' }}
      rows={
        data === undefined
          ? null
          : changes.map((change) => {
              const { icon, message, tone } = changeState(change);
              return (
                <tr key={change.orderId}>
                  <td className="num">{format.time(change.at, zone, 'full')}</td>
                  <td>
                    {change.target.slot === null ? '' : `${change.target.slot} · `}
                    {isGroup(change.group) ? text(groupMessage(change.group)) : change.group}
                  </td>
                  <td>
                    <ChangeText change={change} />
                  </td>
                  <td>
                    <span className={`ostate__word gap-6 ostate__word--${tone}`}>
                      <Icon name={icon} className="icon--small" />
                      {text(message)}
                    </span>
                    {change.verifiedAt !== null && (
                      <span className="faint num">{format.time(change.verifiedAt, zone, 'dayTime')}</span>
                    )}
                  </td>
                  <td>
                    {change.by ?? '–'}
                    {change.reason !== '' && <span className="faint">{change.reason}</span>}
                  </td>
                  <td className="olist__actions">
                    {revertable.includes(change) && (
                      <CommandButton
                        command={parameterCommands.revert}
                        args={{ change: change.orderId }}
                        icon="undo"
                        label={text('changes.revert')}
                      />
                    )}
                  </td>
                </tr>
              );
            })
      }
    />
  );
}
