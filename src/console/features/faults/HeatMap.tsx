import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react';
import { faults } from '../../../../commands/faults.ts';
import { useCommands } from '../../components/commands.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { drawnRow } from '../../components/table/drawn-row.ts';
import { keepKeys } from '../../components/table/keep-keys.ts';
import { type ArrivalLine, dateOf, lookOf, shareOfLine } from './arrival-lines.ts';

const rowHeight = 19;
const headHeight = 26;

/** Stations by days: how much of what was due came; a share below 95 % is printed. */
export function HeatMap(props: {
  readonly lines: readonly ArrivalLine[];
  readonly days: number;
  /** Number of the last day. */
  readonly last: number;
  readonly current: { readonly station: number; readonly day: number } | null;
}) {
  const { lines, days, last, current } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    initialRect: { width: 0, height: innerHeight },
    overscan: 10,
    scrollMargin: headHeight,
  });
  const items = rows.getVirtualItems();
  const at = lines.findIndex(({ station }) => station.id === current?.station);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the current one, not where that stands
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at, { align: 'auto' });
    scroller.current?.querySelector('.is-cell')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  const choose = (line: number, day: number, origin: 'key' | 'button') => {
    const station = lines[Math.max(0, Math.min(lines.length - 1, line))]?.station.id;
    if (station !== undefined)
      commands.run(faults.choose, { station, day: Math.max(0, Math.min(days - 1, day)) }, origin);
  };
  const onPress = ({ target }: MouseEvent) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null;
    if (cell === null) return;
    choose(Number(cell.dataset['line']), Number(cell.dataset['day'] ?? days - 1), 'button');
    if (cell.dataset['day'] !== undefined) commands.run(faults.day, {}, 'button');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowDown: [1, 0],
      j: [1, 0],
      ArrowUp: [-1, 0],
      k: [-1, 0],
      ArrowLeft: [0, -1],
      h: [0, -1],
      ArrowRight: [0, 1],
      l: [0, 1],
      PageDown: [15, 0],
      PageUp: [-15, 0],
    };
    const move = moves[event.key];
    if (move !== undefined)
      choose(
        current === null ? 0 : at + move[0],
        (current?.day ?? days - 1) + (current === null ? 0 : move[1]),
        'key',
      );
    else if (event.key === 'Enter') commands.run(faults.day, {}, 'key');
    else return;
    event.preventDefault();
  };
  const percent = (share: number) => format.number(Math.floor(share * 100), 0);
  const template = `minmax(126px, 1fr) repeat(${days}, 17px) 54px 54px 44px`;
  const minWidth = 126 + days * 17 + 152;
  const marksEvery = days > 40 ? 14 : days > 10 ? 5 : 1;
  return (
    <div
      ref={scroller}
      className="rows faults__map"
      role="grid"
      tabIndex={0}
      aria-label={text('faults.map')}
      aria-rowcount={lines.length + 1}
      aria-colcount={days + 4}
      aria-activedescendant={drawnRow(items, at, `${id}-${current?.station}-${current?.day}`)}
      onFocus={keepKeys}
      onKeyDown={onKeyDown}
      onClick={onPress}
    >
      <div
        className="rows__row rows__heads faults__row faults__heads text-11"
        role="row"
        tabIndex={-1}
        style={{ gridTemplateColumns: template, minWidth }}
      >
        <span role="columnheader" tabIndex={-1} className="faults__station">
          {text('matrix.station')}
        </span>
        {Array.from({ length: days }, (_, day) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: days in order
            key={day}
            role="columnheader"
            tabIndex={-1}
            className="faults__date num"
            aria-label={dateOf(last - days + 1 + day)}
          >
            {(days - 1 - day) % marksEvery === 0 ? (
              dateOf(last - days + 1 + day)
                .slice(5)
                .replace('-', '/')
            ) : (
              <span className="visually-hidden">{dateOf(last - days + 1 + day)}</span>
            )}
          </span>
        ))}
        <span role="columnheader" tabIndex={-1} className="faults__sum">
          {text('faults.expected')}
        </span>
        <span role="columnheader" tabIndex={-1} className="faults__sum">
          {text('faults.received')}
        </span>
        <span role="columnheader" tabIndex={-1} className="faults__sum">
          %
        </span>
      </div>
      <div role="presentation" className="rows__lines" style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          const { station, shares } = line;
          const share = shareOfLine(line);
          return (
            <div
              key={station.id}
              role="row"
              tabIndex={-1}
              aria-rowindex={index + 2}
              className="rows__row faults__row"
              style={{
                transform: `translateY(${start - headHeight}px)`,
                gridTemplateColumns: template,
                minWidth,
              }}
            >
              <span role="rowheader" tabIndex={-1} className="faults__station ellipsis" data-line={index}>
                <b className="strong num">{station.code}</b> {station.name}
              </span>
              {shares.map((one, day) => {
                const isCurrent = index === at && day === current?.day;
                const date = dateOf(last - days + 1 + day);
                const said = one === null ? text('faults.notDue') : `${percent(one)} %`;
                return (
                  <span
                    // biome-ignore lint/suspicious/noArrayIndexKey: days in order
                    key={day}
                    id={isCurrent ? `${id}-${station.id}-${day}` : undefined}
                    role="gridcell"
                    tabIndex={-1}
                    className={`faults__cell faults__cell--${lookOf(one)} num ${isCurrent ? 'is-cell' : ''}`}
                    data-line={index}
                    data-day={day}
                    aria-label={`${date} ${said}`}
                    title={`${station.code} ${date} ${said}`}
                  >
                    {one !== null && one < 0.95 ? percent(one) : ''}
                  </span>
                );
              })}
              <span role="gridcell" tabIndex={-1} className="faults__sum num">
                {format.number(line.expected, 0)}
              </span>
              <span role="gridcell" tabIndex={-1} className="faults__sum num">
                {format.number(line.received, 0)}
              </span>
              <span role="gridcell" tabIndex={-1} className="faults__sum num strong">
                {share === null ? '–' : format.number(Math.floor(share * 1000) / 10, 1)}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
