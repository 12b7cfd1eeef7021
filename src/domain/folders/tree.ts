/** Folders in folders: what stands below what, and where a folder may go. Pure: the console draws by it, the server checks by it. */
import { folderBounds } from '../../base/bounds/folders.ts';

/** A folder, as far as its place matters. */
export interface PlacedFolder {
  readonly id: number;
  /** Null = it stands on top. */
  readonly parentId: number | null;
  /** Folders below one another stand in ascending order of it, then of their ids. */
  readonly position: number;
}

/** Folders by what they stand below (null = on top), each list in its order. */
export type Children<N extends PlacedFolder> = ReadonlyMap<number | null, readonly N[]>;

/** Those whose parent is not among them stand on top: it was deleted, or is not to be seen. */
export function childrenOf<N extends PlacedFolder>(nodes: readonly N[]): Children<N> {
  const known = new Set(nodes.map(({ id }) => id));
  const found = new Map<number | null, N[]>();
  for (const node of nodes) {
    const parent = node.parentId !== null && known.has(node.parentId) ? node.parentId : null;
    const list = found.get(parent);
    if (list === undefined) found.set(parent, [node]);
    else list.push(node);
  }
  for (const list of found.values()) list.sort((a, b) => a.position - b.position || a.id - b.id);
  return found;
}

/** What a folder stands in, the nearest first; without itself. */
export function ancestorsOf(nodes: ReadonlyMap<number, PlacedFolder>, id: number): readonly number[] {
  const found: number[] = [];
  let above = nodes.get(id)?.parentId ?? null;
  while (above !== null && nodes.has(above) && !found.includes(above)) {
    found.push(above);
    above = nodes.get(above)?.parentId ?? null;
  }
  return found;
}

/** Names of a folder and of what it stands in, the topmost first; empty where it is not known. */
export function pathNames(
  nodes: ReadonlyMap<number, PlacedFolder & { readonly name: string }>,
  id: number,
): readonly string[] {
  return [id, ...ancestorsOf(nodes, id)].flatMap((one) => nodes.get(one)?.name ?? []).toReversed();
}

/** A folder and all that is in it, each after what it stands in. */
export function subtreeOf<N extends PlacedFolder>(children: Children<N>, id: number): readonly number[] {
  const found = [id];
  for (const next of found) for (const child of children.get(next) ?? []) found.push(child.id);
  return found;
}

/** How many folders stand in each other below one, itself counted. */
export function heightOf<N extends PlacedFolder>(children: Children<N>, id: number): number {
  const below = children.get(id) ?? [];
  return 1 + Math.max(0, ...below.map((child) => heightOf(children, child.id)));
}

/** Those of the folders that are in none of the others: what is done to a folder is done to what is in it. */
export function topmost(nodes: ReadonlyMap<number, PlacedFolder>, ids: readonly number[]): readonly number[] {
  const chosen = new Set(ids);
  return [...chosen].filter((id) => !ancestorsOf(nodes, id).some((above) => chosen.has(above)));
}

/** Why folders may not go into another one (null = on top); null = they may. */
export function whyNotInto<N extends PlacedFolder>(
  nodes: readonly N[],
  ids: readonly number[],
  parentId: number | null,
): 'intoItself' | 'tooDeep' | null {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const children = childrenOf(nodes);
  const above = parentId === null ? [] : [parentId, ...ancestorsOf(byId, parentId)];
  if (ids.some((id) => above.includes(id))) return 'intoItself';
  const tallest = Math.max(0, ...ids.map((id) => heightOf(children, id)));
  return above.length + tallest > folderBounds.depth ? 'tooDeep' : null;
}

/**
 * The order of folders beside each other after some were put before one of them.
 * @param beside ids that stand there, in their order; the moved ones may be among them
 * @param before null = at the end
 */
export function orderAfter(
  beside: readonly number[],
  moved: readonly number[],
  before: number | null,
): readonly number[] {
  const rest = beside.filter((id) => !moved.includes(id));
  // Put before one that moves along: before the next one that stays.
  const from = before === null ? -1 : beside.indexOf(before);
  const mark = from < 0 ? undefined : beside.slice(from).find((id) => !moved.includes(id));
  const at = mark === undefined ? rest.length : rest.indexOf(mark);
  return [...rest.slice(0, at), ...moved, ...rest.slice(at)];
}
