import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { addressOf } from '../../../../contract/pages.ts';
import { alarmText } from '../../../../derive/alarm-text.ts';
import { type AlarmFlood, floodsOf } from '../../../../domain/alarms/flood.ts';
import { useText } from '../../../components/i18n.ts';
import { type AlarmView, useAlarm, useAlarmHistory, useOpenAlarms } from '../../../state/alarms/alarms.ts';
import { asks, comparisons, countAlarms } from '../../../state/alarms/order.ts';
import { useNow } from '../../../state/connection/clock.ts';
import { session } from '../../../state/connection/session.ts';
import { type AlarmFilters, type AlarmTab, alarmsView, isInTab, passes, viewAs } from '../view.ts';
import { closedCountOf, historyFiltersOf } from './history-filters.ts';
import {
  type BoardLine,
  groupsOf,
  inKeptOrder,
  type KeptOrder,
  linesOf,
  nextAsking,
  orderOf,
  stepFrom,
  walked,
} from './lines.ts';

const none: readonly AlarmView[] = [];

/** What the board lists, which of it is current and which is marked. `alarmId`: the one that the address names. */
export function useBoard(alarmId: number | null) {
  const text = useText();
  const [, navigate] = useLocation();
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

  // A flood ends later than it began: what it was a moment ago is known.
  const before = useRef<Partial<Record<AlarmTab, readonly AlarmFlood[]>>>({});
  const floods = useMemo(() => {
    if (isClosed) return [];
    const found = floodsOf(inTab, before.current[filters.tab]);
    before.current[filters.tab] = found;
    return found;
  }, [isClosed, inTab, filters.tab]);

  // While somebody moves in the list no row changes its place.
  const [kept, setKept] = useState<KeptOrder | null>(null);
  const known = useRef(new Map<number, AlarmView>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters make another list
  useEffect(
    () => setKept((order) => (order === null ? null : [])),
    [filters, view.from, view.to, view.finding, view.sort],
  );
  const { groups, newer } = useMemo(() => {
    if (isClosed) return { groups: [], newer: 0 };
    const sorted = groupsOf(listed, floods, comparisons[view.sort]);
    // Filters have changed under somebody's hands: it is kept from here on.
    if (kept === null || kept.length === 0) return { groups: sorted, newer: 0 };
    for (const alarm of source) known.current.set(alarm.id, alarm);
    return inKeptOrder(kept, listed, (id) => known.current.get(id));
  }, [isClosed, listed, floods, view.sort, kept, source]);
  const latest = useRef(groups);
  latest.current = groups;
  const keep = useCallback(() => {
    known.current.clear();
    setKept(orderOf(latest.current));
  }, []);
  const letGo = useCallback(() => setKept(null), []);
  useEffect(() => {
    if (kept !== null && kept.length === 0 && groups.length > 0) setKept(orderOf(groups));
  }, [kept, groups]);

  const lines: readonly BoardLine[] = useMemo(
    () =>
      isClosed
        ? listed.map((alarm) => ({ type: 'alarm' as const, alarm, alone: true }))
        : linesOf(groups, view.folded, view.opened),
    [isClosed, listed, groups, view.folded, view.opened],
  );
  const shown = useMemo(() => walked(lines), [lines]);
  const currentId = alarmId ?? shown[0]?.id ?? null;
  const listedOne =
    source.find(({ id }) => id === currentId) ?? shown.find(({ id }) => id === currentId) ?? null;
  // An address may name one that is not listed, such as one that was closed long ago.
  const { data: named } = useAlarm(listedOne === null ? currentId : null);
  const current = listedOne ?? (named?.alarm.id === currentId ? named.alarm : null);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const choose = useCallback(
    (id: number) => navigate(addressOf('alarms', { alarm: String(id) }), { replace: true }),
    [navigate],
  );
  const move = (steps: number, extend = false) => {
    const next = stepFrom(shown, currentId, steps);
    if (next === undefined) return;
    if (extend)
      setMarked((before) => new Set([...before, next.id, ...(currentId === null ? [] : [currentId])]));
    choose(next.id);
  };
  const mark = (id: number) =>
    setMarked((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  return {
    filters,
    view,
    account,
    open,
    history,
    counts,
    lines,
    shown,
    /** All that the tab holds, whatever the filters leave of it. */
    inTab,
    listed,
    newer,
    keep,
    letGo,
    /** Takes in what came, and keeps the order from there on. */
    refill: () => setKept([]),
    current,
    currentId,
    choose,
    /** The first of the list is current again. */
    unchoose: () => navigate(addressOf('alarms', {}), { replace: true }),
    move,
    marked,
    mark,
    markAll: () =>
      setMarked((before) => new Set(before.size >= shown.length ? [] : shown.map(({ id }) => id))),
    unmark: () => setMarked(new Set()),
    /** Goes on to the next one that asks, after an answer to one, or to several. */
    goOn: (from: number, answered: ReadonlySet<number> = marked) => {
      const next = nextAsking(shown, from, (alarm) => asks(alarm) && !answered.has(alarm.id));
      if (next !== undefined) choose(next.id);
    },
    /** Those that are marked, or the current one. */
    targets: (alarmIds?: readonly number[]): readonly AlarmView[] => {
      const wanted = alarmIds ?? [...marked];
      const all = wanted.flatMap(
        (id) => source.find((alarm) => alarm.id === id) ?? (current?.id === id ? current : []),
      );
      return all.length > 0 || alarmIds !== undefined || current === null ? all : [current];
    },
  };
}
export type AlarmBoard = ReturnType<typeof useBoard>;
