import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react';
import { devices } from '../../../../commands/devices.ts';
import type { DeviceView } from '../../../derive/device-views/views.ts';
import { curveOf } from '../../../derive/device-views/views.ts';
import { useCommands } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { drawnRow } from '../../components/table/drawn-row.ts';
import { keepKeys } from '../../components/table/keep-keys.ts';
import { useNarrow, useTablet } from '../../components/use-narrow.ts';
import type { DeviceWords } from '../../components/values/use-device-words.ts';
import { type CurveSpan, useDeviceCurves } from '../../state/devices/views.ts';
import type { DeviceLine } from './lines.ts';
import { Row } from './Row.tsx';

const rowHeight = 25;
const phoneRowHeight = 44;
const headHeight = 42;
/** Devices whose curves are asked for together. */
const block = 20;

/** Blocks of devices that hold what is in sight, so that scrolling asks for a few of them. */
export function blocksOf(lines: readonly DeviceLine[], first: number, last: number): number[][] {
  const blocks: number[][] = [];
  for (let at = Math.floor(first / block) * block; at <= last; at += block)
    blocks.push(lines.slice(at, at + block).map(({ row }) => row.source));
  return blocks;
}

/** The devices, a row each: the first columns stay, the rest scrolls under its heads. */
export function Table(props: {
  readonly view: DeviceView;
  readonly lines: readonly DeviceLine[];
  readonly words: DeviceWords;
  readonly now: number;
  readonly span: CurveSpan;
  readonly sort: string;
  readonly current: { readonly source: number | null; readonly column: number };
  readonly marked: ReadonlySet<number>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { view, lines, words, current, sort, span } = props;
  const text = useText();
  const commands = useCommands();
  const narrow = useNarrow();
  const tablet = useTablet();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const height = narrow ? phoneRowHeight : rowHeight;
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    initialRect: { width: 0, height: innerHeight },
    overscan: 10,
    scrollMargin: headHeight,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another window has rows of another height
  useEffect(() => rows.measure(), [height]);
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const curves = useDeviceCurves(view.id, blocksOf(lines, first, items.at(-1)?.index ?? first), span);
  const at = lines.findIndex(({ row }) => row.source === current.source);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the current one, not where that stands
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at, { align: 'auto' });
    scroller.current?.querySelector('.is-cell')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current.source, current.column]);
  const onPress = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || String(getSelection() ?? '') !== '') return;
    const head = target.closest<HTMLElement>('[data-sort]')?.dataset['sort'];
    if (head !== undefined) return commands.run(devices.sort, { by: head }, 'button');
    const device = target.closest<HTMLElement>('[data-device]')?.dataset['device'];
    const column = target.closest<HTMLElement>('[data-column]')?.dataset['column'];
    if (device === undefined) return;
    const place = column === undefined ? {} : { column: Number(column) };
    commands.run(devices.choose, { device: Number(device), ...place }, 'button');
  };
  const least = tablet ? 84 : 96;
  const [state, station] = narrow ? [0, 148] : tablet ? [92, 152] : [112, 236];
  const frozen = state + station;
  const [spark, age] = narrow ? [92, 72] : tablet ? [76, 64] : [92, 84];
  const template = `${narrow ? '' : `${state}px `}${station}px repeat(${view.columns.length}, minmax(${least}px, 1fr)) ${spark}px ${age}px`;
  const minWidth = frozen + view.columns.length * least + spark + age;
  const sortOf = (by: string) =>
    sort === by ? 'descending' : sort === `-${by}` ? 'ascending' : ('none' as const);
  const head = (by: string, title: string, unit: string, look: string) => (
    <span
      key={by}
      role="columnheader"
      tabIndex={-1}
      aria-sort={sortOf(by)}
      className={`dv__head pickable ${look}`}
      data-sort={by}
      title={title}
    >
      <span className="row gap-4">
        <b className="ellipsis">{title}</b>
        {sortOf(by) !== 'none' && (
          <Icon name={sort === by ? 'chevron-down' : 'chevron-up'} className="icon--small" />
        )}
      </span>
      <small className="faint">{unit}</small>
    </span>
  );
  return (
    <div
      ref={scroller}
      className={`rows dv__rows ${narrow ? 'is-narrow' : ''}`}
      style={{ ['--dv-state' as string]: `${state}px` }}
      role="grid"
      tabIndex={0}
      aria-label={text('page.deviceKinds')}
      aria-multiselectable
      aria-rowcount={lines.length + 1}
      aria-colcount={view.columns.length + 4}
      aria-activedescendant={drawnRow(items, at, `${id}-${current.source}`)}
      onFocus={keepKeys}
      onKeyDown={props.onKeyDown}
      onClick={onPress}
      onDoubleClick={() => commands.run(devices.curve, {}, 'button')}
    >
      <div
        className="rows__row rows__heads dv__row dv__heads"
        role="row"
        tabIndex={-1}
        style={{ gridTemplateColumns: template, minWidth }}
      >
        {!narrow && head('state', text('deviceViews.state'), '', 'dv__frozen')}
        {head('station', text('matrix.station'), '', 'dv__frozen dv__second')}
        {view.columns.map((column) =>
          head(
            column.id,
            words.head(column),
            column.unit ?? '',
            column.type === 'number' ? 'dv__number' : '',
          ),
        )}
        <span role="columnheader" tabIndex={-1} className="dv__head">
          <b>{text(`deviceViews.span.${span}`)}</b>
          <small className="faint">{curveOf(view.kinds?.[0] ?? null)?.unit ?? ''}</small>
        </span>
        {head('age', text('deviceViews.age'), '', 'dv__number')}
      </div>
      <div role="presentation" className="rows__lines dv__lines" style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          const { source, kind } = line.row;
          const isCurrent = source === current.source;
          return (
            <Row
              key={source}
              id={`${id}-${source}`}
              at={index}
              top={start - headHeight}
              template={template}
              minWidth={minWidth}
              line={line}
              columns={view.columns}
              words={words}
              now={props.now}
              narrow={narrow}
              curve={curves.get(source)}
              bars={curveOf(kind)?.sums === true}
              column={isCurrent ? current.column : null}
              isMarked={props.marked.has(source)}
            />
          );
        })}
      </div>
    </div>
  );
}
