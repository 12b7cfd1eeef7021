import { useLayoutEffect, useRef, useState } from 'react';
import GridLayout, { getCompactor, type Layout } from 'react-grid-layout';
import { dashboards } from '../../../../../commands/dashboards.ts';
import { dashboardBounds } from '../../../../base/dashboard-bounds.ts';
import { useCommands } from '../../../components/commands.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import type { Tile } from '../../../state/dashboards.ts';
import { TileFrame } from '../TileFrame.tsx';
import { titleOf } from '../tiles/kinds.ts';
import { placeText } from './place-text.ts';

const { columns, rows } = dashboardBounds;
const gap = 8;
/** Tiles stay where they are put: none makes room for another. */
const inPlace = getCompactor(null, false, true);

function useSize() {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, ...size };
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Tiles that are dragged by their heads and sized at their corners; arrows do the same to the one with the focus. */
export function EditGrid(props: {
  readonly tiles: readonly Tile[];
  readonly chosen: number | null;
  readonly onPlaced: (tiles: readonly Tile[]) => void;
}) {
  const { tiles, chosen, onPlaced } = props;
  const text = useText();
  const commands = useCommands();
  const { box, width, height } = useSize();
  const placed = (layout: Layout) => {
    const places = new Map(layout.map(({ i, x, y, w, h }) => [i, { x, y, w, h }]));
    onPlaced(tiles.map((tile) => ({ ...tile, ...places.get(String(tile.id)) })));
  };
  const onKeyDown = (tileId: number) => (event: React.KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    if (step === undefined && event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    event.stopPropagation();
    if (tileId !== chosen) commands.run(dashboards.chooseTile, { tileId }, 'key');
    const [x, y] = step ?? [0, 0];
    if (step === undefined) commands.run(dashboards.removeTile, {}, 'key');
    else if (event.shiftKey) commands.run(dashboards.sizeTile, { w: x, h: y }, 'key');
    else commands.run(dashboards.moveTile, { x, y }, 'key');
  };
  return (
    <div ref={box} className="dedit__grid fill">
      {width > 0 && (
        <GridLayout
          width={width}
          layout={tiles.map(({ id, x, y, w, h }) => ({ i: String(id), x, y, w, h }))}
          gridConfig={{
            cols: columns,
            rowHeight: Math.max(24, (height - gap * (rows + 1)) / rows),
            maxRows: rows,
            margin: [gap, gap],
            containerPadding: [gap, gap],
          }}
          dragConfig={{ handle: '.dtile__head', bounded: true }}
          resizeConfig={{ handles: ['se', 'e', 's'] }}
          compactor={inPlace}
          autoSize={false}
          style={{ height: '100%' }}
          onDragStop={placed}
          onResizeStop={placed}
        >
          {tiles.map((tile) => (
            // biome-ignore lint/a11y/useSemanticElements: the grid measures and moves a plain box
            <div
              key={tile.id}
              className={`dtile dtile--${tile.settings.type} dtile--edited`}
              role="group"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move it, Tab goes to the next
              tabIndex={0}
              aria-label={`${titleOf(tile, text)}, ${placeText(tile, text)}`}
              aria-current={tile.id === chosen}
              onFocus={() => {
                if (tile.id !== chosen) commands.run(dashboards.chooseTile, { tileId: tile.id }, 'button');
              }}
              onKeyDown={onKeyDown(tile.id)}
            >
              {/* What is arranged is looked at, not worked with. */}
              <div className="dtile__still column fill" inert>
                <TileFrame tile={tile} projectId={null} grip={<Icon name="list" className="dim" />} />
              </div>
              <span className="dtile__head dtile__grip" title={titleOf(tile, text)} />
            </div>
          ))}
        </GridLayout>
      )}
    </div>
  );
}
