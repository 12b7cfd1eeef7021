import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { lazyPart } from '../../components/chunks.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useStanding } from '../../components/standing.ts';
import { useAlarmValues, useStationAlarms } from '../../state/alarms/marked.ts';
import { useNow } from '../../state/connection/clock.ts';
import { askFile } from '../../state/overlays.ts';
import type { PanelState } from '../../state/panels.ts';
import { useSparks } from '../../state/sites/sparks.ts';
import { stationsView } from '../../state/sites/stations.ts';
import { StationListHead } from './StationListHead.tsx';
import { PhoneRow, StationRow } from './StationRow.tsx';
import { useHeldOrder } from './use-held-order.ts';
import { useMarks } from './use-marks.ts';

/** Stations that a file can be asked for by name; of all of them it needs none. */
const mostNamed = 10_000;
const AlarmValues = lazyPart(() => import('./AlarmValues.tsx'));

/** Stations as a virtualised list; arrows, `j` and `k` move, Enter opens, `x` marks, `a` and `e` answer alarms, `/` filters. */
export function StationList(props: {
  readonly stations: readonly StationSummary[];
  readonly total: number;
  readonly phone: boolean;
  readonly state: PanelState;
}) {
  const { total, phone, state } = props;
  const text = useText();
  const commands = useCommands();
  const view = useSnapshot(stationsView);
  const alarms = useStationAlarms();
  const alarming = useAlarmValues();
  const now = useNow(5000);
  const standing = useStanding();
  const marks = useMarks();
  const panel = useRef<HTMLElement>(null);
  const stations = useHeldOrder(props.stations, panel);
  const scroller = useRef<HTMLDivElement>(null);
  const height = phone ? 56 : 32;
  const rows = useVirtualizer({
    count: stations.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    // Rows are in the first drawing of the list, before anything is measured; those that cannot be seen come after it.
    initialRect: { width: 0, height: innerHeight / 2 },
    overscan: standing ? 12 : 1,
  });
  const index = stations.findIndex((station) => station.id === view.selectedId);
  const items = rows.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? -1];
  const inSight = useMemo(() => stations.slice(first, last + 1), [stations, first, last]);
  const sparks = useSparks(inSight);

  useOffer(
    stationCommands.export,
    () =>
      askFile({
        table: 'latest',
        query:
          stations.length === total ? {} : { stationIds: stations.slice(0, mostNamed).map(({ id }) => id) },
      }),
    { available: stations.length > 0 ? true : 'exports.nothing' },
  );
  const select = useCallback(
    (stationId: number) => commands.run(stationCommands.select, { stationId }, 'button'),
    [commands],
  );
  const open = useCallback(
    (stationId: number) => commands.run(stationCommands.open, { stationId }, 'button'),
    [commands],
  );
  useEffect(() => {
    if (index < 0) return;
    rows.scrollToIndex(index, { align: 'auto' });
    // The focus follows the selection while it is in the list.
    if (!scroller.current?.contains(document.activeElement)) return;
    const frame = requestAnimationFrame(() => {
      scroller.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [index, rows]);

  const acts: Readonly<Record<string, () => void>> = {
    x: () => commands.run(stationCommands.mark, {}, 'key'),
    a: () => commands.run(stationCommands.acknowledge, {}, 'key'),
    e: () => commands.run(stationCommands.close, {}, 'key'),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      j: 1,
      ArrowUp: -1,
      k: -1,
      PageDown: 15,
      PageUp: -15,
      Home: -stations.length,
      End: stations.length,
    };
    const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const station = stations[Math.max(0, Math.min(stations.length - 1, index + step))];
      if (station !== undefined) select(station.id);
    } else if (event.key === 'Enter' && view.selectedId !== null) open(view.selectedId);
    else if (event.key === 'Escape')
      commands.run(marks.size > 0 ? stationCommands.unmark : stationCommands.unselect, {}, 'key');
    else if (!event.ctrlKey && !event.metaKey && !event.altKey && acts[event.key] !== undefined) {
      event.preventDefault();
      acts[event.key]?.();
    }
  };

  return (
    <section
      ref={panel}
      className={`panel slist ${state === 'fullscreen' ? 'home__full' : ''}`}
      aria-label={text('home.stations')}
    >
      <StationListHead shown={stations.length} total={total} marks={marks} phone={phone} state={state} />
      {!phone && (
        <div className="slist__heads rigid inset raised text-11 dim grid" aria-hidden="true">
          <span>{text('home.state')}</span>
          <span>{text('home.station')}</span>
          <span className="srow__right">{text('home.lastValue')}</span>
          <span>{text('home.day')}</span>
          <span className="srow__right">{text('home.contact')}</span>
        </div>
      )}
      {stations.length === 0 ? (
        <EmptyState
          icon="search"
          title={text('home.noMatch.title')}
          actions={
            <CommandButton command={stationCommands.clearFilters} look="primary" label={text('home.clear')} />
          }
        >
          {text('home.noMatch.text', { total })}
        </EmptyState>
      ) : (
        <div ref={scroller} className="slist__scroll scroll">
          {alarms.size > 0 && (
            <Suspense>
              <AlarmValues stations={inSight} />
            </Suspense>
          )}
          <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
            {items.map((item) => {
              const station = stations[item.index];
              if (station === undefined) return null;
              return (
                <div
                  key={station.id}
                  className="atop"
                  style={{ height, transform: `translateY(${item.start}px)` }}
                >
                  {phone ? (
                    <PhoneRow
                      station={station}
                      alarm={alarms.get(station.id)}
                      alarming={alarming.get(station.id)}
                      spark={sparks.get(station.id)}
                      now={now}
                      onOpen={open}
                    />
                  ) : (
                    <StationRow
                      station={station}
                      alarm={alarms.get(station.id)}
                      alarming={alarming.get(station.id)}
                      spark={sparks.get(station.id)}
                      selected={station.id === view.selectedId}
                      marked={marks.has(station.id)}
                      reachable={index < 0 ? item.index === 0 : item.index === index}
                      onKeyDown={onKeyDown}
                      now={now}
                      onSelect={select}
                      onOpen={open}
                    />
                  )}
                </div>
              );
            })}
          </div>
        </div>
      )}
    </section>
  );
}
