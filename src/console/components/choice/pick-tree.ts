/** The tree of a picker: what stands in it, which lines are in sight, and what is ticked. */
import { tickOf } from '../../../domain/folders/contents.ts';
import { foldText } from '../tree/tree-keys.ts';

/** A thing that can be ticked, or a group of such; the same thing may stand in several groups. */
export interface PickNode<V extends string | number> {
  /** What it is known by in the whole tree. */
  readonly name: string;
  readonly label: string;
  readonly note: string;
  /** What is chosen by it; null = all that is below it. */
  readonly value: V | null;
  readonly children: readonly PickNode<V>[];
}

/** A line as it is shown. */
export interface PickLine<V extends string | number> {
  readonly node: PickNode<V>;
  readonly depth: number;
  /** Null: it has nothing below it. */
  readonly open: boolean | null;
  /** True where the words looked for are in it or in what it stands in; false where only something below it has them. */
  readonly isFound: boolean;
}

const leaves = new WeakMap<object, ReadonlySet<string | number>>();

/** What is chosen by a node: its own value, or those of all that is below it, each once. */
export function valuesOf<V extends string | number>(node: PickNode<V>): ReadonlySet<V> {
  const known = leaves.get(node);
  if (known !== undefined) return known as ReadonlySet<V>;
  const found = new Set<V>(node.value === null ? [] : [node.value]);
  for (const child of node.children) for (const value of valuesOf(child)) found.add(value);
  leaves.set(node, found);
  return found;
}

/** How the tick box of a node stands. */
export const nodeTick = <V extends string | number>(node: PickNode<V>, chosen: ReadonlySet<V>) =>
  tickOf(valuesOf(node), chosen as ReadonlySet<string | number>);

/** What is chosen after a node was pressed: all of it, or none of it where all of it was. */
export function pressed<V extends string | number>(
  node: PickNode<V>,
  chosen: ReadonlySet<V>,
): { readonly values: readonly V[]; readonly on: boolean } {
  const on = nodeTick(node, chosen) !== 'all';
  return { values: [...valuesOf(node)].filter((value) => chosen.has(value) !== on), on };
}

/**
 * The lines in sight: what is unfolded, or, while words are looked for, what has all of them with what it stands in.
 * @param unfolded whether a node is unfolded; undefined = nobody said
 */
export function pickLines<V extends string | number>(
  tree: readonly PickNode<V>[],
  unfolded: (name: string) => boolean | undefined,
  wanted: string,
): readonly PickLine<V>[] {
  const words = foldText(wanted).split(/\s+/).filter(Boolean);
  const lines: PickLine<V>[] = [];
  const walk = (nodes: readonly PickNode<V>[], depth: number, above: string): boolean => {
    let any = false;
    for (const node of nodes) {
      const at = lines.length;
      const own = `${above} ${foldText(`${node.label} ${node.note}`)}`;
      const isFound = words.every((word) => own.includes(word));
      const said = unfolded(node.name);
      lines.push({ node, depth, open: null, isFound });
      const below =
        words.length > 0
          ? walk(node.children, depth + 1, own)
          : said === true && walk(node.children, depth + 1, own);
      if (words.length > 0 && !isFound && !below) {
        lines.length = at;
        continue;
      }
      any = true;
      const open = words.length === 0 ? said === true : said !== false && below;
      if (!open) lines.length = at + 1;
      lines[at] = { node, depth, open: node.children.length === 0 ? null : open, isFound };
    }
    return any;
  };
  walk(tree, 0, '');
  return lines;
}
