import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { addressOf } from '../../../../contract/pages.ts';
import { type AlarmView, useAlarm } from '../../../state/alarms/alarms.ts';
import { asks } from '../../../state/alarms/order.ts';
import { type BoardLine, linesOf, nextAsking, stepFrom, walked } from './lines.ts';
import { useKeptOrder } from './use-kept-order.ts';
import { useListedAlarms } from './use-listed-alarms.ts';

/** What the board lists, which of it is current and which is marked. `alarmId`: the one that the address names. */
export function useBoard(alarmId: number | null) {
  const [, navigate] = useLocation();
  const listing = useListedAlarms();
  const { filters, view, account, isClosed, open, history, source, counts, inTab, listed } = listing;
  const { groups, newer, keep, letGo, refill } = useKeptOrder(listing);

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
    refill,
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
