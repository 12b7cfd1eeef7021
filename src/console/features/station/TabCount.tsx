import { isEnded } from '../../../contract/devices/order-states.ts';
import { useText } from '../../components/i18n.ts';
import { usePermitted } from '../../components/Permit.tsx';
import { useUnderWay } from '../../state/devices/orders.ts';
import { useRemarks } from '../../state/sites/remarks.ts';

/** A number behind the name of a tab, with the words of what is counted for those who hear it. */
function Count({ count, words }: { readonly count: number; readonly words: 'tabs.open' | 'tabs.remarks' }) {
  const text = useText();
  if (count === 0) return null;
  return (
    <span className="maintabs__count num text-11 dim" title={text(words, { count })}>
      {count}
    </span>
  );
}

function OpenOrders({ stationId }: { readonly stationId: number }) {
  const { data } = useUnderWay();
  const open = (data?.orders ?? []).filter((order) => order.stationId === stationId && !isEnded(order.state));
  return <Count count={open.length} words="tabs.open" />;
}

function Remarks({ stationId }: { readonly stationId: number }) {
  const { data } = useRemarks(stationId);
  return <Count count={data?.remarks.length ?? 0} words="tabs.remarks" />;
}

/** The count on a tab of a station, where it is known: orders under way, remarks. */
export function TabCount({ tab, stationId }: { readonly tab: string; readonly stationId: number }) {
  const permitted = usePermitted();
  if (tab === 'commands' && permitted('device:parameter:view')) return <OpenOrders stationId={stationId} />;
  if (tab === 'remarks') return <Remarks stationId={stationId} />;
  return null;
}
