/** The tree of folders over generated trees, held against slow ways of saying the same; filters and counts by cases. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folderBounds } from '../../../src/base/bounds/folders.ts';
import {
  contentsOf,
  type Holder,
  standingOf,
  tickOf,
  worstRank,
} from '../../../src/domain/folders/contents.ts';
import { asksNothing, type Filtered, noFilter, passes } from '../../../src/domain/folders/filter.ts';
import {
  ancestorsOf,
  childrenOf,
  heightOf,
  orderAfter,
  type PlacedFolder,
  subtreeOf,
  topmost,
  whyNotInto,
} from '../../../src/domain/folders/tree.ts';
import { stationStates } from '../../../src/domain/station-state.ts';

/** Trees: each folder stands in an earlier one, or on top. */
const trees = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 5 })), { minLength: 1, maxLength: 25 }).map((list) =>
  list.map(([above, position], at): PlacedFolder => {
    const parent = above % (at + 1);
    return { id: at + 1, parentId: parent === 0 ? null : parent, position };
  }),
);
const treeAndIds = trees.chain((tree) =>
  fc.tuple(
    fc.constant(tree),
    fc.uniqueArray(fc.integer({ min: 1, max: tree.length }), { minLength: 1, maxLength: 6 }),
    fc.integer({ min: 0, max: tree.length }),
  ),
);
const byId = (tree: readonly PlacedFolder[]) => new Map(tree.map((node) => [node.id, node]));
/** Whether one stands in another, by going up. */
const stands = (tree: readonly PlacedFolder[], id: number, above: number): boolean => {
  const parent = tree.find((node) => node.id === id)?.parentId ?? null;
  return parent !== null && (parent === above || stands(tree, parent, above));
};
const levelOf = (tree: readonly PlacedFolder[], id: number): number => {
  const parent = tree.find((node) => node.id === id)?.parentId ?? null;
  return parent === null ? 1 : 1 + levelOf(tree, parent);
};

describe('the tree of folders', () => {
  it('knows what stands in what', () => {
    fc.assert(
      fc.property(treeAndIds, ([tree, [id = 1]]) => {
        const children = childrenOf(tree);
        const inside = tree.filter((node) => stands(tree, node.id, id)).map((node) => node.id);
        expect([...subtreeOf(children, id)].sort()).toEqual([id, ...inside].sort());
        expect(ancestorsOf(byId(tree), id)).toHaveLength(levelOf(tree, id) - 1);
        for (const above of ancestorsOf(byId(tree), id)) expect(stands(tree, id, above)).toBe(true);
        const deepest = Math.max(...[id, ...inside].map((one) => levelOf(tree, one)));
        expect(heightOf(children, id)).toBe(deepest - levelOf(tree, id) + 1);
      }),
    );
  });
  it('lists every folder once, each list by position and then by id', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const lists = [...childrenOf(tree).values()];
        expect(lists.flat().length).toBe(tree.length);
        for (const list of lists)
          for (const [at, node] of list.entries()) {
            const next = list[at + 1];
            if (next === undefined) continue;
            const rises =
              node.position < next.position || (node.position === next.position && node.id < next.id);
            expect(rises).toBe(true);
          }
      }),
    );
  });
  it('puts what has lost its parent on top', () => {
    expect(
      childrenOf([{ id: 2, parentId: 1, position: 0 }])
        .get(null)
        ?.map(({ id }) => id),
    ).toEqual([2]);
  });
  it('takes of chosen folders those that are in no other', () => {
    fc.assert(
      fc.property(treeAndIds, ([tree, ids]) => {
        const kept = topmost(byId(tree), ids);
        expect([...kept].sort()).toEqual(
          ids.filter((id) => !ids.some((other) => stands(tree, id, other))).sort(),
        );
      }),
    );
  });
  it('refuses a folder in itself, and more than the levels that there are', () => {
    fc.assert(
      fc.property(treeAndIds, ([tree, chosen, to]) => {
        const ids = topmost(byId(tree), chosen);
        const parentId = to === 0 ? null : to;
        const why = whyNotInto(tree, ids, parentId);
        const isRound = parentId !== null && ids.some((id) => id === parentId || stands(tree, parentId, id));
        if (isRound) {
          expect(why).toBe('intoItself');
          return;
        }
        const moved = tree.map((node) => (ids.includes(node.id) ? { ...node, parentId } : node));
        const levels = ids.flatMap((id) => subtreeOf(childrenOf(moved), id)).map((id) => levelOf(moved, id));
        expect(why).toBe(Math.max(...levels) > folderBounds.depth ? 'tooDeep' : null);
      }),
    );
  });
  it('has its border of levels where it says', () => {
    const line = (length: number): PlacedFolder[] =>
      Array.from({ length }, (_, at) => ({ id: at + 1, parentId: at === 0 ? null : at, position: 0 }));
    const withOne = (length: number) => [...line(length), { id: 100, parentId: null, position: 1 }];
    expect(whyNotInto(withOne(folderBounds.depth - 1), [100], folderBounds.depth - 1)).toBeNull();
    expect(whyNotInto(withOne(folderBounds.depth), [100], folderBounds.depth)).toBe('tooDeep');
  });
  it('puts folders before another one, and keeps the order of the rest', () => {
    const lists = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 12 });
    fc.assert(
      fc.property(lists, lists, fc.option(fc.integer({ min: 1, max: 30 })), (beside, moved, before) => {
        const after = orderAfter(beside, moved, before);
        const rest = beside.filter((id) => !moved.includes(id));
        expect([...after].sort()).toEqual([...new Set([...beside, ...moved])].sort());
        expect(after.filter((id) => !moved.includes(id))).toEqual(rest);
        const at = after.findIndex((id) => moved.includes(id));
        if (at >= 0) expect(after.slice(at, at + moved.length)).toEqual(moved);
        if (before !== null && rest.includes(before) && moved.length > 0)
          expect(after[at + moved.length]).toBe(before);
      }),
    );
    expect(orderAfter([1, 2, 3, 4], [3], 2)).toEqual([1, 3, 2, 4]);
    expect(orderAfter([1, 2, 3, 4], [2], 2)).toEqual([1, 2, 3, 4]);
    expect(orderAfter([1, 2, 3, 4], [2, 3], 2)).toEqual([1, 2, 3, 4]);
    expect(orderAfter([1, 2], [1], null)).toEqual([2, 1]);
  });
});

const hour = 3_600_000;
const now = 1_000 * hour;
const station = (id: number, more: Partial<Filtered> = {}): Filtered => ({
  ...{ id, projectId: 1, code: `NG-${id}`, name: '長野 Ridge', sn: `70${id}`, kinds: [4], state: 'ok' },
  lastContactAt: now - hour,
  ...more,
});
const never = () => false;

describe('a saved filter', () => {
  it('asks each thing by itself', () => {
    const yes = (filter: object, more: Partial<Filtered> = {}, rank = 0) =>
      passes(station(1, more), { ...noFilter, ...filter }, now, rank, never);
    expect(yes({})).toBe(true);
    expect([yes({ projectId: 1 }), yes({ projectId: 2 })]).toEqual([true, false]);
    expect([yes({ kind: 4 }), yes({ kind: 9 })]).toEqual([true, false]);
    expect([yes({ states: ['late', 'ok'] }), yes({ states: ['late'] })]).toEqual([true, false]);
    expect([yes({ text: 'ＲＩＤＧＥ ng' }), yes({ text: 'ridge dam' }), yes({ text: '701' })]).toEqual([
      ...[true, false, true],
    ]);
    // Yellow or worse.
    expect([1, 2, 3, 4].map((rank) => yes({ level: 2 }, {}, rank))).toEqual([false, true, true, true]);
    expect(yes({ folderId: 7 })).toBe(false);
    expect(passes(station(1), { ...noFilter, folderId: 7 }, now, 0, (id) => id === 7)).toBe(true);
  });
  it('has the border of silence where it says, and counts what has never reported as silent', () => {
    const silent = (ago: number | null) =>
      passes(
        station(1, { lastContactAt: ago === null ? null : now - ago }),
        { ...noFilter, silentHours: 24 },
        now,
        0,
        never,
      );
    expect([silent(24 * hour - 1), silent(24 * hour), silent(null)]).toEqual([false, true, true]);
  });
  it('that asks nothing says so', () => {
    expect(asksNothing({ ...noFilter, text: '  ' })).toBe(true);
    for (const more of [{ text: 'a' }, { kind: 0 }, { level: 1 }, { silentHours: 1 }, { folderId: 1 }])
      expect(asksNothing({ ...noFilter, ...more })).toBe(false);
  });
});

const holder = (id: number, parentId: number | null, more: Partial<Holder> = {}): Holder => ({
  ...{ id, parentId, position: id, stationIds: [], filter: null },
  ...more,
});

describe('what is in folders', () => {
  it('is what they and the folders in them hold, each station once', () => {
    const places = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 5 }), {
      maxLength: 25,
    });
    fc.assert(
      fc.property(trees, places, (tree, held) => {
        const holders = tree.map(
          (node, at): Holder => ({ ...node, stationIds: held[at] ?? [], filter: null }),
        );
        // Stations 11 and 12 are not to be seen.
        const stations = Array.from({ length: 10 }, (_, at) => station(at + 1));
        const contents = contentsOf(holders, stations, now, () => 0);
        for (const { id } of holders) {
          const wanted = holders
            .filter((other) => other.id === id || stands(tree, other.id, id))
            .flatMap((other) => other.stationIds)
            .filter((stationId) => stationId <= 10);
          expect([...(contents.get(id) ?? [])].sort()).toEqual([...new Set(wanted)].sort());
        }
      }),
    );
  });
  it('is of a filter what it lists now, in a folder or another filter, and nothing where it leads back to itself', () => {
    const stations = [1, 2, 3, 4].map((id) => station(id, { projectId: id % 2 }));
    const contents = contentsOf(
      [
        holder(1, null, { stationIds: [1, 2, 3] }),
        holder(2, 1, { filter: { ...noFilter, projectId: 1 } }),
        holder(3, null, { filter: { ...noFilter, projectId: 1, folderId: 1 } }),
        holder(4, null, { filter: { ...noFilter, level: 3, folderId: 3 } }),
        holder(5, null, { filter: { ...noFilter, folderId: 6 } }),
        holder(6, null, { filter: { ...noFilter, folderId: 5 } }),
        holder(7, null, { filter: { ...noFilter, folderId: 99 } }),
      ],
      stations,
      now,
      (id) => (id === 3 ? 4 : 0),
    );
    expect([1, 2, 3, 4, 5, 6, 7].map((id) => [...(contents.get(id) ?? [])])).toEqual([
      ...[[1, 2, 3], [1, 3], [1, 3], [3], [], [], []],
    ]);
  });
  it('counts states and levels as one by one', () => {
    const facts = fc.array(fc.tuple(fc.constantFrom(...stationStates), fc.integer({ min: 0, max: 4 })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(facts, (list) => {
        const counted = new Map(list.map(([state, rank], at) => [at, { state, rank }]));
        const standing = standingOf([...counted.keys(), 999], counted);
        expect(standing.total).toBe(list.length);
        for (const rank of [0, 1, 2, 3, 4])
          expect(standing.ranks[rank]).toBe(list.filter((one) => one[1] === rank).length);
        expect(worstRank(standing)).toBe(Math.max(0, ...list.map(([, rank]) => rank)));
        const states = stationStates.filter((state) => list.some((one) => one[0] === state));
        expect(standing.states).toEqual(
          states.map((state) => [state, list.filter((one) => one[0] === state).length]),
        );
      }),
    );
  });
  it('ticks none, some or all of what is below', () => {
    expect(tickOf([], new Set([1]))).toBe('none');
    expect(tickOf([1, 2], new Set([3]))).toBe('none');
    expect(tickOf([1, 2], new Set([1]))).toBe('some');
    expect(tickOf([1, 2], new Set([1, 2, 3]))).toBe('all');
  });
});
