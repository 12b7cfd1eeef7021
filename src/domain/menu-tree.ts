/** Changes of the menu tree, and what is wrong with one. Pure: the console draws by them, the server checks by them. */

/** An entry, as far as its place matters; see `MenuNode` of the contract. */
interface Placed<N> {
  readonly key: string;
  readonly type: 'group' | 'page' | 'link' | 'placeholder' | 'button';
  readonly children: readonly N[];
}

/** Every entry with how deep it stands, in the order in which it is listed. */
export function flatTree<N extends Placed<N>>(
  tree: readonly N[],
  depth = 0,
): readonly { readonly node: N; readonly depth: number }[] {
  return tree.flatMap((node) => [{ node, depth }, ...flatTree(node.children, depth + 1)]);
}

/** True where an entry of a type may stand at a depth: groups on top, buttons below what is below a group. */
export const standsAt = (type: Placed<never>['type'], depth: number): boolean =>
  depth === (type === 'group' ? 0 : type === 'button' ? 2 : 1);

/** The tree with one entry replaced, or taken out where `change` answers null. */
export function withNode<N extends Placed<N>>(
  tree: readonly N[],
  key: string,
  change: (node: N) => N | null,
): readonly N[] {
  return tree.flatMap((node) => {
    if (node.key === key) return change(node) ?? [];
    const children = withNode(node.children, key, change);
    return children.every((child, index) => child === node.children[index]) &&
      children.length === node.children.length
      ? node
      : { ...node, children };
  });
}

/** The tree with an entry put in as the last one below `parent`; null = on top. */
export function withAdded<N extends Placed<N>>(
  tree: readonly N[],
  parent: string | null,
  node: N,
): readonly N[] {
  if (parent === null) return [...tree, node];
  return withNode(tree, parent, (found) => ({ ...found, children: [...found.children, node] }));
}

const swapped = <N>(list: readonly N[], at: number, to: number): readonly N[] => {
  const next = [...list];
  const [taken] = next.splice(at, 1);
  if (taken !== undefined) next.splice(to, 0, taken);
  return next;
};

/**
 * The tree with an entry one place up or down. At the end of its group it goes into the next one; what stands on top, or
 * below a page, stays within its list. The same tree where it cannot go.
 */
export function moved<N extends Placed<N>>(
  tree: readonly N[],
  key: string,
  direction: 'up' | 'down',
): readonly N[] {
  const step = direction === 'up' ? -1 : 1;
  const within = (list: readonly N[]): readonly N[] | null => {
    const at = list.findIndex((node) => node.key === key);
    if (at < 0) return null;
    const to = at + step;
    return to < 0 || to >= list.length ? list : swapped(list, at, to);
  };
  const top = within(tree);
  if (top !== null) return top;
  for (const [index, group] of tree.entries()) {
    const own = within(group.children);
    if (own !== null && own !== group.children)
      return tree.map((node) => (node === group ? { ...node, children: own } : node));
    const neighbour = tree[index + step];
    const node = group.children.find((child) => child.key === key);
    if (own !== null) {
      if (neighbour === undefined || node === undefined) return tree;
      return tree.map((one) => {
        if (one === group) return { ...one, children: one.children.filter((child) => child !== node) };
        if (one !== neighbour) return one;
        return {
          ...one,
          children: direction === 'down' ? [node, ...one.children] : [...one.children, node],
        };
      });
    }
    for (const page of group.children) {
      const buttons = within(page.children);
      if (buttons !== null) return withNode(tree, page.key, (found) => ({ ...found, children: buttons }));
    }
  }
  return tree;
}
