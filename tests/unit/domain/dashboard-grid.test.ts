import { describe, expect, it } from 'vitest';
import { dashboardBounds } from '../../../src/base/bounds/dashboards.ts';
import { freeId, freePlace, overlap, stepped, whyNotPlaced } from '../../../src/domain/dashboards/grid.ts';

const { columns, rows } = dashboardBounds;
const tile = (id: number, x: number, y: number, w: number, h: number) => ({ id, x, y, w, h });
/** Every cell of a tile: the slow, obvious reference. */
const cells = ({ x, y, w, h }: ReturnType<typeof tile>) =>
  new Set(Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`));

describe('the grid of a dashboard', () => {
  it('overlap: as the cells say, for every pair of small tiles about each other', () => {
    const a = tile(1, 3, 3, 2, 3);
    for (let x = 0; x < 8; x += 1)
      for (let y = 0; y < 8; y += 1)
        for (const [w, h] of [
          [1, 1],
          [2, 2],
          [3, 1],
        ] as const) {
          const b = tile(2, x, y, w, h);
          expect([x, y, w, h, overlap(a, b)]).toEqual([
            x,
            y,
            w,
            h,
            [...cells(a)].some((cell) => cells(b).has(cell)),
          ]);
        }
  });

  it('the border of the grid, from both sides', () => {
    expect(whyNotPlaced([tile(1, columns - 2, rows - 1, 2, 1)])).toBeNull();
    expect(whyNotPlaced([tile(1, columns - 1, 0, 2, 1)])).toEqual({ why: 'outside', id: 1 });
    expect(whyNotPlaced([tile(1, 0, rows - 1, 1, 2)])).toEqual({ why: 'outside', id: 1 });
    expect(whyNotPlaced([tile(1, 0, 0, 2, 2), tile(2, 2, 0, 1, 1)])).toBeNull();
    expect(whyNotPlaced([tile(1, 0, 0, 2, 2), tile(2, 1, 1, 1, 1)])).toEqual({ why: 'overlap', id: 2 });
    expect(whyNotPlaced([tile(1, 0, 0, 1, 1), tile(1, 5, 5, 1, 1)])).toEqual({ why: 'twice', id: 1 });
  });

  it('a new tile takes the first place where it fits, made smaller where it fits nowhere', () => {
    expect(freePlace([], { w: 4, h: 3 })).toEqual({ x: 0, y: 0, w: 4, h: 3 });
    expect(freePlace([tile(1, 0, 0, 9, 3)], { w: 4, h: 3 })).toEqual({ x: 0, y: 3, w: 4, h: 3 });
    // One column is free, from top to bottom.
    expect(freePlace([tile(1, 0, 0, columns - 1, rows)], { w: 4, h: 3 })).toEqual({
      ...{ x: columns - 1, y: 0, w: 1, h: 1 },
    });
    expect(freePlace([tile(1, 0, 0, columns, rows)], { w: 1, h: 1 })).toBeNull();
  });

  it('a step moves or sizes one tile, and nothing where there is no room', () => {
    const tiles = [tile(1, 0, 0, 2, 2), tile(2, 3, 0, 2, 2)];
    expect(stepped(tiles, 1, { x: 1 })?.[0]).toEqual(tile(1, 1, 0, 2, 2));
    expect(stepped(tiles, 1, { x: 2 })).toBeNull();
    expect(stepped(tiles, 1, { x: -1 })).toBeNull();
    expect(stepped(tiles, 2, { w: -1 })?.[1]).toEqual(tile(2, 3, 0, 1, 2));
    expect(stepped(tiles, 2, { w: -2 })).toBeNull();
    expect(freeId(tiles)).toBe(3);
    expect(freeId([])).toBe(1);
  });
});
