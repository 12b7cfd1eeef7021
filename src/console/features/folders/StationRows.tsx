import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import { compareNatural } from '../../../base/natural-order.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { worstFirst } from '../../../domain/station-state.ts';
import { useCommands } from '../../components/commands.tsx';
import { StateLabel } from '../../components/Glyph.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { useLevelWord } from '../../state/alarms/level-words.ts';
import { type StationAlarm, useStationAlarms } from '../../state/alarms/marked.ts';
import { useNow } from '../../state/connection/clock.ts';

function Mark({
  station,
  alarm,
}: {
  readonly station: StationSummary;
  readonly alarm: StationAlarm | undefined;
}) {
  const word = useLevelWord(useText());
  if (alarm === undefined) return <StateLabel state={station.state} />;
  return (
    <span className={`state levelword--${alarm.rank}`}>
      <LevelGlyph rank={alarm.rank} hollow={!alarm.holds} />
      <span className="state__word">{word(alarm.rank, { projectId: station.projectId })}</span>
    </span>
  );
}

/** Stations of a folder, the worst first; arrows move, Enter opens. */
export function StationRows({ stations }: { readonly stations: readonly StationSummary[] }) {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const alarms = useStationAlarms();
  const now = useNow(10_000);
  const height = useNarrow() ? 48 : 32;
  const [reached, setReached] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const sorted = useMemo(
    () =>
      stations.toSorted(
        (a, b) =>
          (alarms.get(b.id)?.rank ?? 0) - (alarms.get(a.id)?.rank ?? 0) ||
          worstFirst(a.state, b.state) ||
          compareNatural(a.code, b.code),
      ),
    [stations, alarms],
  );
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 10,
  });
  const at = Math.max(0, Math.min(reached, sorted.length - 1));
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number | undefined>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 15,
      PageUp: -15,
      Home: -sorted.length,
      End: sorted.length,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(sorted.length - 1, at + step));
    setReached(next);
    virtual.scrollToIndex(next, { align: 'auto' });
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus({ preventScroll: true }),
    );
  };
  return (
    <div ref={scroller} className="folders__stations scroll" role="list" aria-label={text('home.stations')}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="none">
        {virtual.getVirtualItems().map(({ index, start }) => {
          const station = sorted[index];
          if (station === undefined) return null;
          return (
            <div
              key={station.id}
              role="listitem"
              className="atop"
              style={{ height, transform: `translateY(${start}px)` }}
            >
              <button
                type="button"
                data-index={index}
                tabIndex={index === at ? 0 : -1}
                className="folders__station inset underlined text-12 pickable grid"
                onFocus={() => setReached(index)}
                onKeyDown={onKeyDown}
                onClick={() => commands.run(stationCommands.open, { stationId: station.id }, 'button')}
              >
                <Mark station={station} alarm={alarms.get(station.id)} />
                <span className="ellipsis">
                  <span className="num">{station.code}</span> {station.name}
                </span>
                <span className="num dim">
                  {station.lastContactAt === null
                    ? text('home.never')
                    : format.duration(now - station.lastContactAt)}
                </span>
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}
