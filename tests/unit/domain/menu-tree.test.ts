import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flatTree, moved, standsAt, withAdded, withNode } from '../../../src/domain/menu-tree.ts';

interface Node {
  readonly key: string;
  readonly type: 'group' | 'page' | 'link' | 'placeholder' | 'button';
  readonly children: readonly Node[];
}
const node = (key: string, type: Node['type'], children: readonly Node[] = []): Node => ({
  ...{ key, type, children },
});
const tree: readonly Node[] = [
  node('watch', 'group', [node('home', 'page'), node('alarms', 'page', [node('ack', 'button')])]),
  node('devices', 'group', [node('matrix', 'page')]),
];
/** The tree in words: groups, and what stands in each. */
const drawn = (of: readonly Node[]) =>
  of.map(({ key, children }) => `${key}: ${children.map((one) => one.key).join(' ')}`);

it('lists every entry with its depth', () => {
  expect(flatTree(tree).map(({ node: { key }, depth }) => `${depth} ${key}`)).toEqual([
    ...['0 watch', '1 home', '1 alarms', '2 ack', '0 devices', '1 matrix'],
  ]);
});

it('has groups on top, buttons below pages, everything else between', () => {
  expect(standsAt('group', 0)).toBe(true);
  expect(standsAt('group', 1)).toBe(false);
  expect(standsAt('link', 1)).toBe(true);
  expect(standsAt('page', 0)).toBe(false);
  expect(standsAt('button', 2)).toBe(true);
  expect(standsAt('button', 1)).toBe(false);
});

describe('a move', () => {
  it('goes one place within the group, and over its end into the next one', () => {
    expect(drawn(moved(tree, 'alarms', 'up'))).toEqual(['watch: alarms home', 'devices: matrix']);
    expect(drawn(moved(tree, 'alarms', 'down'))).toEqual(['watch: home', 'devices: alarms matrix']);
    expect(drawn(moved(tree, 'matrix', 'up'))).toEqual(['watch: home alarms matrix', 'devices: ']);
  });
  it('stops at both ends', () => {
    expect(moved(tree, 'home', 'up')).toBe(tree);
    expect(moved(tree, 'matrix', 'down')).toBe(tree);
    expect(moved(tree, 'watch', 'up')).toBe(tree);
    expect(drawn(moved(tree, 'watch', 'down'))).toEqual(['devices: matrix', 'watch: home alarms']);
    expect(moved(tree, 'nothing', 'up')).toBe(tree);
  });
  it('takes along what stands below, and keeps buttons with their page', () => {
    expect(flatTree(moved(tree, 'alarms', 'down')).map(({ node: { key } }) => key)).toEqual([
      ...['watch', 'home', 'devices', 'alarms', 'ack', 'matrix'],
    ]);
    expect(moved(tree, 'ack', 'down')).toEqual(tree);
  });
  it('loses and doubles nothing, whatever is moved how often', () => {
    const keys = flatTree(tree).map(({ node: { key } }) => key);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...keys), fc.constantFrom('up', 'down'))), (moves) => {
        const end = moves.reduce<readonly Node[]>((now, [key, way]) => moved(now, key, way as 'up'), tree);
        const flat = flatTree(end);
        expect(flat.map(({ node: { key } }) => key).sort()).toEqual([...keys].sort());
        for (const { node: one, depth } of flat) expect(standsAt(one.type, depth)).toBe(true);
      }),
    );
  });
});

it('changes, removes and adds one entry and leaves the others as they are', () => {
  const changed = withNode(tree, 'ack', (one) => ({ ...one, key: 'answer' }));
  expect(flatTree(changed).map(({ node: { key } }) => key)).toContain('answer');
  expect(changed[1]).toBe(tree[1]);
  expect(drawn(withNode(tree, 'home', () => null))).toEqual(['watch: alarms', 'devices: matrix']);
  expect(drawn(withAdded(tree, 'devices', node('town', 'link')))[1]).toBe('devices: matrix town');
  expect(drawn(withAdded(tree, null, node('own', 'group')))[2]).toBe('own: ');
});
