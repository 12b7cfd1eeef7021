import { foldText } from '../../../components/tree/tree-keys.ts';
import type { NodeState } from './node-states.ts';
import type { NodeKey } from './nodes.ts';
import type { TreeNode } from './tree-nodes.ts';

/** A line of the tree as it is shown. */
export interface TreeLine {
  readonly key: NodeKey;
  readonly name: string;
  readonly depth: number;
  readonly label: string;
  readonly detail: string;
  readonly retired: boolean;
  /** Null: it has nothing below it. */
  readonly open: boolean | null;
  /** Its place among those beside it, from 1, and how many they are. */
  readonly place: number;
  readonly beside: number;
}

/** What a line stands under: one that was found by its name, one that was unfolded by hand, or neither. */
type Under = 'found' | 'opened' | null;

/**
 * The lines in sight: what is unfolded, or, while something is looked for, every line that matches with what it stands
 * under, unfolded where nobody folded it.
 * @param unfolded whether a line is unfolded; undefined = nobody said
 * @param wanted words that must all be in a line
 * @param states where only lines in trouble are wanted, how the nodes are; null = all lines
 */
export function linesOf(
  tree: readonly TreeNode[],
  unfolded: (name: string) => boolean | undefined,
  wanted: string,
  states: ReadonlyMap<string, NodeState> | null,
): readonly TreeLine[] {
  const words = foldText(wanted).split(/\s+/).filter(Boolean);
  const narrowed = words.length > 0 || states !== null;
  const keeps = (node: TreeNode, under: Under) => {
    if (!narrowed || under === 'opened') return true;
    if (states !== null && states.get(node.name)?.trouble !== true) return false;
    return under === 'found' || words.every((word) => node.found.includes(word));
  };
  // Devices of a station that was found by its own name stay folded: there would be too many.
  const below = ({ key }: TreeNode): Under =>
    words.length > 0 && (key.type === 'project' || states !== null) ? 'found' : null;
  const lines: TreeLine[] = [];
  const walk = (nodes: readonly TreeNode[], depth: number, under: Under): boolean => {
    const kept: number[] = [];
    for (const node of nodes) {
      const at = lines.length;
      const own = keeps(node, under);
      const said = unfolded(node.name);
      const { key, name, label, detail, retired, children } = node;
      lines.push({ key, name, depth, label, detail, retired, open: null, place: 0, beside: 0 });
      const beneath = !own ? null : said === true ? 'opened' : below(node);
      const found = (narrowed || said === true) && walk(children, depth + 1, beneath);
      const isOpen = said ?? found;
      if (own || found) {
        kept.push(at);
        if (!isOpen) lines.length = at + 1;
        const line = lines[at];
        if (line !== undefined) lines[at] = { ...line, open: children.length === 0 ? null : isOpen };
      } else lines.length = at;
    }
    kept.forEach((at, index) => {
      const line = lines[at];
      if (line !== undefined) lines[at] = { ...line, place: index + 1, beside: kept.length };
    });
    return kept.length > 0;
  };
  walk(tree, 0, null);
  return lines;
}
