import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { SheetData } from '../use-sheet.ts';
import { type CellPosition, type CellRange, Geometry } from './geometry.ts';
import { GridBody, type GridLook } from './grid-body.ts';
import type { CellWords } from './use-cell-words.ts';
import { useGridLook } from './use-grid-look.ts';

const narrow = 700;

/** The nodes of the grid's rows, and what is known of them. */
export interface GridNodes {
  /** To be set on the element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** To be set on the empty element that the rows are written into. */
  readonly rows: RefObject<HTMLDivElement | null>;
  readonly geometry: Geometry;
  /** The first and the last field in view. */
  readonly columns: readonly [first: number, last: number];
  readonly look: GridLook;
  /** Scrolls as little as it takes for a cell to be in sight. */
  reveal(place: CellPosition): void;
}

/** Writes the rows of the grid into its scroller, and keeps the current cell in sight. */
export function useGridBody(of: {
  readonly data: SheetData;
  readonly words: CellWords;
  readonly current: CellPosition;
  readonly chosen: CellRange;
  /** Prefix of the ids of cells. */
  readonly id: string;
}): GridNodes {
  const { data, words, current, chosen, id } = of;
  const { model } = data;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const body = useRef<GridBody | null>(null);
  const [columns, setColumns] = useState<readonly [number, number]>([0, 0]);
  const [frozen, setFrozen] = useState(216);
  const geometry = useMemo(() => new Geometry(model.fields, frozen), [model.fields, frozen]);
  useLayoutEffect(() => {
    if (scroller.current === null || rows.current === null) return;
    const made = new GridBody(scroller.current, rows.current);
    made.onColumns = (first, to) => setColumns([first, to]);
    body.current = made;
    const sizes = new ResizeObserver(([entry]) =>
      setFrozen((entry?.contentRect.width ?? narrow) < narrow ? 124 : 216),
    );
    sizes.observe(scroller.current);
    return () => {
      made.stop();
      sizes.disconnect();
    };
  }, []);
  const look = useGridLook(data, words, geometry, id);
  useLayoutEffect(() => body.current?.set(look), [look]);
  useLayoutEffect(() => body.current?.choose(current, chosen), [current, chosen]);
  useEffect(() => body.current?.reveal(current), [current]);
  return {
    scroller,
    rows,
    geometry,
    columns,
    look,
    reveal: (place) => body.current?.reveal(place),
  };
}
