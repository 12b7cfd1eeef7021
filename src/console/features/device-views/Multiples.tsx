import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { devices } from '../../../../commands/devices.ts';
import { curveOf, type DeviceView } from '../../../derive/device-views/views.ts';
import { useCommands } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { drawnRow } from '../../components/table/drawn-row.ts';
import { keepKeys } from '../../components/table/keep-keys.ts';
import type { DeviceWords } from '../../components/values/use-device-words.ts';
import { useDeviceCurves } from '../../state/devices/views.ts';
import type { DeviceLine } from './lines.ts';
import { blocksOf } from './Table.tsx';
import { Tile } from './Tile.tsx';
import type { Looked } from './use-view.ts';

const tileHeight = 158;
const leastWidth = 196;

/** Lowest and highest of all curves that are there; null while none is. */
function commonRange(curves: ReadonlyMap<number, readonly (number | null)[]>) {
  const all = [...curves.values()].flat().filter((value): value is number => value !== null);
  return all.length === 0 ? null : { low: Math.min(...all), high: Math.max(...all) };
}

/** A little curve for each device, so many beside each other as there is room for. Answers the columns by `onAcross`. */
export function Multiples(props: {
  readonly view: DeviceView;
  readonly lines: readonly DeviceLine[];
  readonly words: DeviceWords;
  readonly looked: Looked;
  readonly current: number | null;
  readonly marked: ReadonlySet<number>;
  readonly onAcross: (columns: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { view, lines, looked, current, onAcross } = props;
  const text = useText();
  const commands = useCommands();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [across, setAcross] = useState(6);
  useLayoutEffect(() => {
    const { current: box } = scroller;
    if (box === null) return;
    const sizes = new ResizeObserver(() => {
      const fit = Math.max(1, Math.min(12, Math.floor(box.clientWidth / leastWidth)));
      setAcross(fit);
      onAcross(fit);
    });
    sizes.observe(box);
    return () => sizes.disconnect();
  }, [onAcross]);
  const rows = useVirtualizer({
    count: Math.ceil(lines.length / across),
    getScrollElement: () => scroller.current,
    estimateSize: () => tileHeight,
    initialRect: { width: 0, height: innerHeight },
    overscan: 1,
  });
  const items = rows.getVirtualItems();
  const first = (items[0]?.index ?? 0) * across;
  const last = Math.min(lines.length, ((items.at(-1)?.index ?? 0) + 1) * across) - 1;
  const curves = useDeviceCurves(view.id, blocksOf(lines, first, Math.max(first, last)), looked.span);
  const range = looked.scale === 'common' ? commonRange(curves) : null;
  const at = lines.findIndex(({ row }) => row.source === current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the current one, not where that stands
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(Math.floor(at / across), { align: 'auto' });
  }, [current, across]);
  const onPress = ({ target }: MouseEvent) => {
    const device =
      target instanceof Element ? target.closest<HTMLElement>('[data-device]')?.dataset['device'] : undefined;
    if (device !== undefined) commands.run(devices.choose, { device: Number(device) }, 'button');
  };
  return (
    <div
      ref={scroller}
      className="rows dv__multiples"
      role="grid"
      tabIndex={0}
      aria-label={text('page.deviceKinds')}
      aria-multiselectable
      aria-rowcount={Math.ceil(lines.length / across)}
      aria-colcount={across}
      aria-activedescendant={drawnRow(items, Math.floor(at / across), `${id}-${current}`)}
      onFocus={keepKeys}
      onKeyDown={props.onKeyDown}
      onClick={onPress}
      onDoubleClick={() => commands.run(devices.curve, {}, 'button')}
    >
      <div role="presentation" className="dv__lines" style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start }) => (
          <div
            key={index}
            role="row"
            tabIndex={-1}
            aria-rowindex={index + 1}
            className="dv__tiles grid"
            style={{
              transform: `translateY(${start}px)`,
              gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))`,
            }}
          >
            {lines.slice(index * across, (index + 1) * across).map((line) => (
              <Tile
                key={line.row.source}
                id={`${id}-${line.row.source}`}
                line={line}
                view={view}
                words={props.words}
                curve={curves.get(line.row.source)}
                place={curveOf(line.row.kind)}
                range={range}
                isCurrent={line.row.source === current}
                isMarked={props.marked.has(line.row.source)}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
