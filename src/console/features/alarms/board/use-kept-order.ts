import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type AlarmFlood, floodsOf } from '../../../../domain/alarms/flood.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { comparisons } from '../../../state/alarms/order.ts';
import type { AlarmTab } from '../view.ts';
import { groupsOf, inKeptOrder, type KeptOrder, orderOf } from './lines.ts';
import type { ListedAlarms } from './use-listed-alarms.ts';

/** The groups of what is listed: while somebody moves in the list no row changes its place. */
export function useKeptOrder({ filters, view, isClosed, source, inTab, listed }: ListedAlarms) {
  // A flood ends later than it began: what it was a moment ago is known.
  const before = useRef<Partial<Record<AlarmTab, readonly AlarmFlood[]>>>({});
  const floods = useMemo(() => {
    if (isClosed) return [];
    const found = floodsOf(inTab, before.current[filters.tab]);
    before.current[filters.tab] = found;
    return found;
  }, [isClosed, inTab, filters.tab]);

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
  /** Takes in what came, and keeps the order from there on. */
  const refill = () => setKept([]);
  return { groups, newer, keep, letGo, refill };
}
