/** Places of tiles in the grid of a page. Pure. */
import { dashboardBounds } from '../../base/bounds/dashboards.ts';

export interface PlacedTile {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const { columns, rows } = dashboardBounds;

export const isInGrid = ({ x, y, w, h }: PlacedTile): boolean =>
  x >= 0 && y >= 0 && w >= 1 && h >= 1 && x + w <= columns && y + h <= rows;

export const overlap = (a: PlacedTile, b: PlacedTile): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Why tiles cannot stand as they are: the first that is outside of the grid, or lies on another, or has its number. */
export function whyNotPlaced(
  tiles: readonly PlacedTile[],
): { readonly why: 'outside' | 'overlap' | 'twice'; readonly id: number } | null {
  for (const [at, tile] of tiles.entries()) {
    if (!isInGrid(tile)) return { why: 'outside', id: tile.id };
    const earlier = tiles.slice(0, at);
    if (earlier.some(({ id }) => id === tile.id)) return { why: 'twice', id: tile.id };
    if (earlier.some((other) => overlap(other, tile))) return { why: 'overlap', id: tile.id };
  }
  return null;
}

/**
 * The first free place for a tile, row by row. Where there is none of its size a smaller one is taken, down to one cell;
 * null = the page is full.
 */
export function freePlace(
  tiles: readonly PlacedTile[],
  { w, h }: Pick<PlacedTile, 'w' | 'h'>,
): Omit<PlacedTile, 'id'> | null {
  for (let less = 0; less < Math.max(w, h); less += 1) {
    const size = { w: Math.max(1, w - less), h: Math.max(1, h - less) };
    for (let y = 0; y + size.h <= rows; y += 1)
      for (let x = 0; x + size.w <= columns; x += 1) {
        const place = { x, y, ...size };
        if (!tiles.some((tile) => overlap(tile, { id: 0, ...place }))) return place;
      }
  }
  return null;
}

/** A tile moved or made larger by cells; null where it would leave the grid or lie on another. */
export function stepped<T extends PlacedTile>(
  tiles: readonly T[],
  id: number,
  by: Partial<Pick<PlacedTile, 'x' | 'y' | 'w' | 'h'>>,
): readonly T[] | null {
  const moved = tiles.map((tile) =>
    tile.id === id
      ? {
          ...tile,
          x: tile.x + (by.x ?? 0),
          y: tile.y + (by.y ?? 0),
          w: tile.w + (by.w ?? 0),
          h: tile.h + (by.h ?? 0),
        }
      : tile,
  );
  return whyNotPlaced(moved) === null ? moved : null;
}

/** A number that no tile of the page has. */
export const freeId = (tiles: readonly Pick<PlacedTile, 'id'>[]): number =>
  tiles.reduce((most, { id }) => Math.max(most, id), 0) + 1;
