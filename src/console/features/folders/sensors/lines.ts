/** The sensor tree as lines: company, project, station, RTU, sensor. */
import { groupBy } from '../../../../base/group.ts';
import { compareNatural } from '../../../../base/natural-order.ts';
import type { Project, StationSummary } from '../../../../contract/sites/stations.ts';
import type { Standing } from '../../../../domain/folders/contents.ts';
import { foldText } from '../../../components/tree/tree-keys.ts';
import type { ShownLine } from '../../../components/tree/VirtualTree.tsx';
import type { ListedSensor } from '../../../state/sites/finder.ts';

export type SensorLineType = 'company' | 'project' | 'station' | 'rtu' | 'sensor';
/** A node of the tree. */
export interface SensorNode {
  readonly type: SensorLineType;
  /** `station:12`; of an RTU its station's. */
  readonly name: string;
  readonly label: string;
  /** What it is found by, folded to one case. */
  readonly found: string;
  /** Stations below it, or the one that it belongs to. */
  readonly stationIds: readonly number[];
  readonly station: StationSummary | null;
  readonly sensor: ListedSensor | null;
  readonly children: readonly SensorNode[];
}
export interface SensorLine extends ShownLine {
  readonly node: SensorNode;
}

interface Known {
  readonly projects: readonly Project[];
  readonly stations: readonly StationSummary[];
  readonly sensors: readonly ListedSensor[];
  readonly sensorName: (sensor: ListedSensor) => string;
  readonly rtuWord: string;
}

/** The whole tree. */
export function sensorTree({
  projects,
  stations,
  sensors,
  sensorName,
  rtuWord,
}: Known): readonly SensorNode[] {
  const sensorsOf = groupBy(sensors, ({ stationId }) => stationId);
  const stationsOf = groupBy(stations, ({ projectId }) => projectId);
  const node = (
    type: SensorLineType,
    id: number,
    label: string,
    more: Partial<SensorNode> & { readonly also?: string },
  ): SensorNode => ({
    ...{ type, name: `${type}:${id}`, label, found: foldText(`${label} ${more.also ?? ''}`) },
    ...{ stationIds: more.stationIds ?? [], station: more.station ?? null, sensor: more.sensor ?? null },
    children: more.children ?? [],
  });
  const ofStation = (station: StationSummary): SensorNode => {
    const stationIds = [station.id];
    const below = (sensorsOf.get(station.id) ?? []).map((sensor) =>
      node('sensor', sensor.id, sensorName(sensor), { stationIds, station, sensor }),
    );
    const rtu =
      station.sn === null
        ? []
        : [node('rtu', station.id, `${rtuWord} ${station.sn}`, { stationIds, station, children: below })];
    return node('station', station.id, `${station.code} ${station.name}`, {
      ...{ stationIds, station, children: rtu, also: `${station.reading} ${station.sn ?? ''}` },
    });
  };
  const ofProject = (project: Project): SensorNode => {
    const own = (stationsOf.get(project.id) ?? []).toSorted((a, b) => compareNatural(a.code, b.code));
    return node('project', project.id, project.name, {
      ...{ stationIds: own.map(({ id }) => id), children: own.map(ofStation), also: project.code },
    });
  };
  return [...groupBy(projects, ({ companyId }) => companyId)].map(([companyId, own]) => {
    const children = own.toSorted((a, b) => compareNatural(a.name, b.name)).map(ofProject);
    return node('company', companyId, own[0]?.companyName ?? '', {
      ...{ children, stationIds: children.flatMap(({ stationIds }) => stationIds) },
    });
  });
}

/**
 * Lines in sight: what is unfolded, or while words are looked for, or trouble, what fits with what it stands in.
 * @param isWrong whether a station or sensor is in trouble; null = all are listed
 */
export function sensorLines(
  tree: readonly SensorNode[],
  unfolded: (name: string) => boolean | undefined,
  wanted: string,
  isWrong: ((node: SensorNode) => boolean) | null,
): readonly SensorLine[] {
  const words = foldText(wanted).split(/\s+/).filter(Boolean);
  const narrowed = words.length > 0 || isWrong !== null;
  const lines: SensorLine[] = [];
  const walk = (nodes: readonly SensorNode[], depth: number, above: string, isUnder: boolean): number => {
    const kept: number[] = [];
    for (const node of nodes) {
      const at = lines.length;
      const text = `${above} ${node.found}`;
      const isLeaf = node.type === 'station' || node.type === 'rtu' || node.type === 'sensor';
      const fits =
        isUnder ||
        (words.every((word) => text.includes(word)) &&
          // What was found by what it stands in alone stays folded: there would be too many.
          (words.length === 0 || words.some((word) => node.found.includes(word))) &&
          (isWrong === null || (isLeaf && isWrong(node))));
      const said = unfolded(node.name);
      const line = { name: node.name, depth, label: node.label, node, place: 0, beside: 0 };
      lines.push({ ...line, open: null });
      const inside =
        narrowed || said === true
          ? walk(node.children, depth + 1, text, said === true && (fits || isUnder))
          : 0;
      if (narrowed && !fits && inside === 0) {
        lines.length = at;
        continue;
      }
      const isOpen = narrowed ? (said ?? inside > 0) : said === true;
      if (!isOpen) lines.length = at + 1;
      lines[at] = { ...line, open: node.children.length === 0 ? null : isOpen };
      kept.push(at);
    }
    kept.forEach((at, index) => {
      const line = lines[at];
      if (line !== undefined) lines[at] = { ...line, place: index + 1, beside: kept.length };
    });
    return kept.length;
  };
  walk(tree, 0, '', false);
  return lines;
}

/** True where somebody should look. */
export const isTroubled = ({ ranks, states }: Standing): boolean =>
  ranks.slice(1).some((count) => count > 0) ||
  states.some(([state]) => state !== 'ok' && state !== 'asleep' && state !== 'offline');
