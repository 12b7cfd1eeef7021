import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { alarmText } from '../../../../derive/alarm-text.ts';
import { useText } from '../../../components/i18n.ts';
import { type AlarmView, useAlarmHistory, useOpenAlarms } from '../../../state/alarms/alarms.ts';
import { countAlarms } from '../../../state/alarms/order.ts';
import { useNow } from '../../../state/connection/clock.ts';
import { session } from '../../../state/connection/session.ts';
import { type AlarmFilters, alarmsView, isInTab, passes, viewAs } from '../view.ts';
import { closedCountOf, historyFiltersOf } from './history-filters.ts';

const none: readonly AlarmView[] = [];

/** The alarms of the tab that is open, those that the filters leave of them, and what the other tabs count. */
export function useListedAlarms() {
  const text = useText();
  const account = useSnapshot(session).user?.accountName ?? '';
  useEffect(() => viewAs(account), [account]);
  const view = useSnapshot(alarmsView);
  const filters = view.filters as AlarmFilters;
  const isClosed = filters.tab === 'closed';
  const open = useOpenAlarms();
  // The last 24 h go on.
  const now = useNow(300_000);
  const historyFilters = useMemo(
    () => historyFiltersOf(view.from, view.to, view.finding, now),
    [view.from, view.to, view.finding, now],
  );
  // Where days or a finding are chosen, what is counted on the tab is asked for though it is not in sight.
  const isChosen = view.from !== '' || view.to !== '' || view.finding !== 'any';
  const history = useAlarmHistory(historyFilters, isClosed || isChosen);
  const source = useMemo(
    () =>
      isClosed ? (history.data?.pages.flatMap((page) => page.alarms) ?? none) : (open.data?.alarms ?? none),
    [isClosed, history.data, open.data],
  );
  const closedCount = closedCountOf(
    isClosed || isChosen,
    history.data?.pages.at(-1)?.total,
    open.data?.closedToday,
  );
  const counts = useMemo(
    () => ({ ...countAlarms(open.data?.alarms ?? none), closed: closedCount }),
    [open.data, closedCount],
  );
  const inTab = useMemo(() => source.filter((alarm) => isInTab(alarm, filters.tab)), [source, filters.tab]);
  const listed = useMemo(() => {
    const words = (alarm: AlarmView) => alarmText(alarm, text);
    return inTab.filter((alarm) => passes(alarm, filters, account, words));
  }, [inTab, filters, account, text]);
  return { filters, view, account, isClosed, open, history, source, counts, inTab, listed };
}
export type ListedAlarms = ReturnType<typeof useListedAlarms>;
