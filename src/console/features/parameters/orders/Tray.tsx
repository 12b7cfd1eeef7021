import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { commands as orderCommands } from '../../../../../commands/commands/index.ts';
import { isEnded } from '../../../../contract/devices/order-states.ts';
import { useCommands } from '../../../components/commands.tsx';
import { HeaderTray } from '../../../components/header-tray/HeaderTray.tsx';
import { useText } from '../../../components/i18n.ts';
import { useOrderText } from '../../../components/orders/use-order-text.ts';
import { useOffer } from '../../../components/screen.ts';
import { cancelOrder, useUnderWay } from '../../../state/devices/orders.ts';
import { useStations } from '../../../state/sites/stations.ts';
import { TrayList } from './TrayList.tsx';

/** What is under way to devices: how many, and on a press the list. `wide`: a line of its own, on a phone. */
export default function Tray({ wide = false }: { readonly wide?: boolean }) {
  const text = useText();
  const commands = useCommands();
  const words = useOrderText();
  const [path, navigate] = useLocation();
  const [opened, setOpened] = useState(false);
  const { data } = useUnderWay();
  const { data: list } = useStations();
  const all = data?.orders ?? [];
  const open = all.filter(({ state }) => !isEnded(state));
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page closes the list
  useEffect(() => setOpened(false), [path]);
  const codeOf = (stationId: number) => list?.stations.find(({ id }) => id === stationId)?.code ?? '';
  const choice = (order: (typeof all)[number]) => ({
    value: order.id,
    label: `${codeOf(order.stationId)} · ${words.order(order)}`,
  });
  useOffer(orderCommands.tray, () => setOpened(!opened));
  useOffer(orderCommands.cancel, ({ orderId }) => cancelOrder(orderId), {
    choices: () => all.filter(({ canCancel }) => canCancel).map(choice),
  });
  useOffer(
    orderCommands.show,
    ({ orderId }) => {
      setOpened(false);
      const station = all.find(({ id }) => id === orderId)?.stationId ?? commands.context().stations.open;
      if (station !== null) navigate(`/station/${station}/commands?view=commands&order=${orderId}`);
    },
    { choices: () => all.map(choice) },
  );
  if (wide && open.length === 0 && !opened) return null;
  const name = text('orders.underWay', { count: open.length });
  return (
    <HeaderTray
      icon="send"
      name={name}
      count={open.length}
      wide={wide}
      opened={opened}
      onPress={() => commands.run(orderCommands.tray, {}, 'button')}
      onClose={() => setOpened(false)}
    >
      <TrayList orders={all} codeOf={codeOf} />
    </HeaderTray>
  );
}
