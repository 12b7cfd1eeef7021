import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import GridLayout, { getCompactor, type Layout } from 'react-grid-layout';
import './tile-arranger.css';

const gap = 8;
/** Tiles stay where they are put: none makes room for another. */
const inPlace = getCompactor(null, false, true);

/** Place and size of a tile in cells. */
export interface ArrangedTile {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Room of a box. */
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

/** Tiles that are dragged by what has the class `arranged__grip`, and sized at their edges. What is in them is still. */
export function TileArranger<T extends ArrangedTile>(props: {
  readonly tiles: readonly T[];
  readonly columns: number;
  readonly rows: number;
  readonly chosen: number | null;
  /** What a tile is called, with its place. */
  readonly nameOf: (tile: T) => string;
  readonly classOf: (tile: T) => string;
  readonly onReach: (id: number) => void;
  readonly onKeyDown: (event: KeyboardEvent, id: number) => void;
  readonly onPlaced: (tiles: readonly T[]) => void;
  readonly children: (tile: T) => ReactNode;
}) {
  const { tiles, columns, rows, chosen, onPlaced } = props;
  const { box, width, height } = useSize();
  const placed = (layout: Layout) => {
    const places = new Map(layout.map(({ i, x, y, w, h }) => [i, { x, y, w, h }]));
    onPlaced(tiles.map((tile) => ({ ...tile, ...places.get(String(tile.id)) })));
  };
  return (
    <div ref={box} className="arranged fill">
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
          dragConfig={{ handle: '.arranged__grip', bounded: true }}
          resizeConfig={{ handles: ['se', 'e', 's'] }}
          compactor={inPlace}
          autoSize={false}
          style={{ height: '100%' }}
          onDragStop={placed}
          onResizeStop={placed}
        >
          {tiles.map((tile) => (
            <div
              key={tile.id}
              className={`arranged__tile ${props.classOf(tile)}`}
              role="group"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move it, Tab goes to the next
              tabIndex={0}
              aria-label={props.nameOf(tile)}
              aria-current={tile.id === chosen}
              onFocus={() => props.onReach(tile.id)}
              onKeyDown={(event) => {
                if (event.target === event.currentTarget) props.onKeyDown(event, tile.id);
              }}
            >
              {/* What is arranged is looked at, not worked with. */}
              <div className="arranged__still column fill" inert>
                {props.children(tile)}
              </div>
              <span className="arranged__grip" />
            </div>
          ))}
        </GridLayout>
      )}
    </div>
  );
}
