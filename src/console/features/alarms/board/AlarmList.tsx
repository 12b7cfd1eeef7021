import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react';
import { alarms as alarmCommands } from '../../../../../commands/alarms/index.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { drawnRow } from '../../../components/table/drawn-row.ts';
import { keepKeys } from '../../../components/table/keep-keys.ts';
import { useGlances } from '../../../state/alarms/glances.ts';
import { useNow } from '../../../state/connection/clock.ts';
import { useNewestMessages } from '../../../state/notify.ts';
import { useStations } from '../../../state/sites/stations.ts';
import '../../../components/table/rows.css';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import { AlarmRow } from './AlarmRow.tsx';
import { FloodLine } from './FloodLine.tsx';
import { lineAt } from './lines.ts';
import { PhoneAlarm, PhoneStation } from './PhoneRows.tsx';
import { StationLine } from './StationLine.tsx';
import type { AlarmBoard } from './use-board.ts';

const heights = { head: 28, alarm: 37, station: 26, flood: 58 } as const;
const phoneHeights = { head: 0, alarm: 72, station: 32, flood: 72 } as const;
const columns = ['level', 'since', 'what', 'value', 'answered', 'with'] as const;
const ahead = 30;

/** The alarms, virtualised. While the focus is in it no row changes its place. */
export function AlarmList(props: {
  readonly board: AlarmBoard;
  readonly phone: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { board, phone, onKeyDown } = props;
  const { lines, currentId, marked, newer, keep, letGo, history, filters } = board;
  const text = useText();
  const commands = useCommands();
  const id = useId();
  const now = useNow(10_000);
  const { data } = useStations();
  const messages = useNewestMessages();
  const scroller = useRef<HTMLDivElement>(null);
  const size = phone ? phoneHeights : heights;
  const isClosed = filters.tab === 'closed';
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => size[lines[index]?.type ?? 'alarm'],
    getItemKey: (index) => {
      const line = lines[index];
      if (line === undefined) return index;
      if (line.type === 'flood') return line.key;
      return line.type === 'alarm' ? line.alarm.id : `s${line.stationId}`;
    },
    initialRect: { width: 0, height: innerHeight },
    overscan: 12,
    scrollMargin: size.head,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines have other heights
  useEffect(() => rows.measure(), [lines, size]);
  const at = lineAt(lines, currentId);
  const current = lines[at];
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the current one and a flood that is opened, not where they stand
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at, { align: 'auto' });
  }, [currentId, board.view.opened]);
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = history;
  useEffect(() => {
    if (isClosed && hasNextPage && !isFetchingNextPage && last >= lines.length - ahead) void fetchNextPage();
  }, [isClosed, hasNextPage, isFetchingNextPage, last, lines.length, fetchNextPage]);
  const { startIndex = 0, endIndex = -1 } = rows.range ?? {};
  const inSight = phone
    ? []
    : lines.slice(startIndex, endIndex + 1).flatMap((line) => (line.type === 'alarm' ? [line.alarm] : []));
  const glances = useGlances(inSight);
  const stations = useMemo(() => new Map(data?.stations.map((one) => [one.id, one])), [data]);
  const projects = useMemo(() => new Map(data?.projects.map((one) => [one.id, one.name])), [data]);
  const zoneOf = (alarm: AlarmView | undefined) =>
    alarm?.facts.system?.timeZone ??
    stations.get(alarm?.stationId ?? 0)?.timeZone ??
    Intl.DateTimeFormat().resolvedOptions().timeZone;

  useOffer(
    alarmCommands.newer,
    () => {
      // The button goes: the focus stays in the list, whose order is kept anew.
      scroller.current?.focus({ preventScroll: true });
      board.refill();
      rows.scrollToIndex(0);
    },
    { available: newer > 0 },
  );
  const onPress = (event: MouseEvent) => {
    const { target } = event;
    if (!(target instanceof Element) || String(getSelection() ?? '') !== '') return;
    // What a row's own button does is not the row's.
    if (target.closest('button') !== null) return;
    const station = target.closest<HTMLElement>('[data-station-line]')?.dataset['stationLine'];
    const alarm = target.closest<HTMLElement>('[data-alarm]')?.dataset['alarm'];
    if (station !== undefined) commands.run(alarmCommands.fold, { stationId: Number(station) }, 'button');
    const flood = target.closest<HTMLElement>('[data-flood]')?.dataset['flood'];
    if (flood !== undefined) commands.run(alarmCommands.fold, { flood }, 'button');
    if (alarm === undefined) return;
    if (event.ctrlKey || event.metaKey) board.mark(Number(alarm));
    else commands.run(alarmCommands.choose, { alarmId: Number(alarm) }, 'button');
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // A dialog over the page, and another window, take the focus for a while only.
    if (relatedTarget === null || relatedTarget.closest('dialog') !== null) return;
    if (currentTarget.parentElement?.contains(relatedTarget) !== true) letGo();
  };
  return (
    <div className="aboard__list column fill">
      {newer > 0 && (
        <div className="aboard__newer row">
          <CommandButton
            command={alarmCommands.newer}
            icon="chevron-up"
            look="primary"
            label={text('alarms.newer', { count: newer })}
          />
        </div>
      )}
      <div
        ref={scroller}
        className="rows"
        role="grid"
        tabIndex={0}
        aria-label={text('alarms.list')}
        aria-multiselectable
        aria-rowcount={lines.length + 1}
        aria-colcount={columns.length}
        aria-activedescendant={drawnRow(
          items,
          at,
          `${id}-${current?.type === 'flood' ? current.key : currentId}`,
        )}
        onFocus={(event) => {
          keepKeys(event);
          if (!event.currentTarget.contains(event.relatedTarget)) keep();
        }}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        onClick={onPress}
      >
        {!phone && (
          <div className="rows__row rows__heads aboard__row aboard__heads text-11" role="row" tabIndex={-1}>
            {columns.map((column) => (
              <span
                key={column}
                role="columnheader"
                tabIndex={-1}
                className={column === 'value' ? 'acell--right aboard__value' : `aboard__${column}`}
              >
                {text(`alarms.column.${column}`)}
              </span>
            ))}
          </div>
        )}
        <div role="presentation" className="rows__lines" style={{ height: rows.getTotalSize() }}>
          {items.map(({ index, start, key }) => {
            const line = lines[index];
            if (line === undefined) return null;
            const top = start - size.head;
            const common = { at: index, top, now };
            if (line.type === 'station') {
              const [head] = line.alarms;
              const project =
                head?.companyId == null
                  ? (projects.get(head?.projectId ?? 0) ?? '')
                  : text('alarms.system.name');
              const station = stations.get(line.stationId);
              const Line = phone ? PhoneStation : StationLine;
              return <Line key={key} {...common} line={line} station={station} project={project} />;
            }
            if (line.type === 'flood') {
              const [first] = line.alarms;
              const cause =
                line.cause.of === 'project'
                  ? (projects.get(line.cause.id) ?? '')
                  : `${first?.stationCode} ${first?.stationName}`;
              return (
                <FloodLine
                  key={key}
                  {...common}
                  id={`${id}-${line.key}`}
                  line={line}
                  cause={cause}
                  isCurrent={index === at && !phone}
                  phone={phone}
                  isKeyTaken={marked.size > 0}
                  zone={zoneOf(first)}
                />
              );
            }
            const { alarm } = line;
            const Row = phone ? PhoneAlarm : AlarmRow;
            return (
              <Row
                key={key}
                {...common}
                id={`${id}-${alarm.id}`}
                alarm={alarm}
                isCurrent={alarm.id === currentId && !phone}
                isMarked={marked.has(alarm.id)}
                alone={line.alone}
                zone={zoneOf(alarm)}
                message={messages.get(alarm.id)}
                glance={glances.get(alarm.id)}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
