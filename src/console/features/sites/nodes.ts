import type { DataOf } from '../../../contract/call.ts';
import type { SiteCompany, SiteProject, SiteSensor, SiteStation, sites } from '../../../contract/sites.ts';

export type Sites = DataOf<typeof sites>;

/** A thing of the tree, by which the address names it: `station:12`. */
export type NodeType = 'company' | 'project' | 'station' | 'sensor';
export interface NodeKey {
  readonly type: NodeType;
  readonly id: number;
}
export const keyText = ({ type, id }: NodeKey) => `${type}:${id}`;

/** Reads a node out of an address; null where it names none. */
export function parseKey(text: string | null): NodeKey | null {
  const found = /^(company|project|station|sensor):(\d+)$/.exec(text ?? '');
  return found === null ? null : { type: found[1] as NodeType, id: Number(found[2]) };
}

/** A line of the tree as it is shown. */
export interface TreeLine {
  readonly key: NodeKey;
  readonly depth: number;
  readonly label: string;
  readonly detail: string;
  readonly retired: boolean;
  /** Null: it has nothing below it. */
  readonly open: boolean | null;
}

interface TreeNode {
  readonly key: NodeKey;
  readonly label: string;
  readonly detail: string;
  readonly retired: boolean;
  readonly children: readonly TreeNode[];
}

function treeOf(data: Sites, sensorName: (sensor: SiteSensor) => string): readonly TreeNode[] {
  const sensor = (entry: SiteSensor): TreeNode => ({
    key: { type: 'sensor', id: entry.id },
    label: `${entry.slot} · ${sensorName(entry)}`,
    detail: '',
    retired: entry.retiredAt !== null,
    children: [],
  });
  const station = (entry: SiteStation): TreeNode => ({
    key: { type: 'station', id: entry.id },
    label: `${entry.code} ${entry.name}`,
    detail: entry.rtu?.sn ?? '',
    retired: entry.retiredAt !== null,
    children: (entry.rtu?.sensors ?? []).map(sensor),
  });
  const project = (entry: SiteProject): TreeNode => ({
    key: { type: 'project', id: entry.id },
    label: entry.name,
    detail: entry.code,
    retired: false,
    children: data.stations.filter((candidate) => candidate.projectId === entry.id).map(station),
  });
  return data.companies.map((entry: SiteCompany) => ({
    key: { type: 'company', id: entry.id },
    label: entry.name,
    detail: '',
    retired: false,
    children: data.projects.filter((candidate) => candidate.companyId === entry.id).map(project),
  }));
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/**
 * The lines in sight: what is unfolded, or, while something is looked for, every line that matches with what it stands
 * under.
 */
export function linesOf(
  data: Sites,
  unfolded: ReadonlySet<string>,
  wanted: string,
  sensorName: (sensor: SiteSensor) => string,
): readonly TreeLine[] {
  const words = fold(wanted).split(/\s+/).filter(Boolean);
  const matches = (node: TreeNode) =>
    words.every((word) => fold(`${node.label} ${node.detail}`).includes(word));
  const lines: TreeLine[] = [];
  const walk = (node: TreeNode, depth: number, within: boolean): boolean => {
    const own = words.length === 0 || within || matches(node);
    const at = lines.length;
    const isOpen = words.length > 0 || unfolded.has(keyText(node.key));
    lines.push({
      key: node.key,
      depth,
      label: node.label,
      detail: node.detail,
      retired: node.retired,
      open: node.children.length === 0 ? null : isOpen,
    });
    let below = false;
    // Sensors of a station that was found by its own name stay folded: there would be too many.
    if (isOpen)
      for (const child of node.children)
        below = walk(child, depth + 1, words.length > 0 && own && node.key.type === 'project') || below;
    if (!own && !below) lines.length = at;
    return own || below;
  };
  for (const node of treeOf(data, sensorName)) walk(node, 0, false);
  return lines;
}

/** What a node stands under, the nearest last. */
export function pathTo(data: Sites, key: NodeKey): readonly NodeKey[] {
  if (key.type === 'company') return [];
  if (key.type === 'project') {
    const companyId = data.projects.find(({ id }) => id === key.id)?.companyId;
    return companyId === undefined ? [] : [{ type: 'company', id: companyId }];
  }
  const station = data.stations.find(({ id, rtu }) =>
    key.type === 'station' ? id === key.id : rtu?.sensors.some((sensor) => sensor.id === key.id),
  );
  if (station === undefined) return [];
  const project = { type: 'project', id: station.projectId } as const;
  const above = [...pathTo(data, project), project];
  return key.type === 'station' ? above : [...above, { type: 'station', id: station.id }];
}
