import type { DataOf } from '../../../../contract/call.ts';
import type { sites } from '../../../../contract/sites/sites.ts';

export type Sites = DataOf<typeof sites>;

/** A thing of the tree, by which the address names it: `station:12`. */
export type NodeType = 'company' | 'project' | 'station' | 'rtu' | 'sensor';
export interface NodeKey {
  readonly type: NodeType;
  readonly id: number;
}
export const keyText = ({ type, id }: NodeKey) => `${type}:${id}`;

/** Reads a node out of an address; null where it names none. */
export function parseKey(text: string | null): NodeKey | null {
  const found = /^(company|project|station|rtu|sensor):(\d+)$/.exec(text ?? '');
  return found === null ? null : { type: found[1] as NodeType, id: Number(found[2]) };
}

/** What a node stands under, the nearest last. */
export function pathTo(data: Sites, key: NodeKey): readonly NodeKey[] {
  if (key.type === 'company') return [];
  if (key.type === 'project') {
    const companyId = data.projects.find(({ id }) => id === key.id)?.companyId;
    return companyId === undefined ? [] : [{ type: 'company', id: companyId }];
  }
  const station = data.stations.find(({ id, rtu }) =>
    key.type === 'station'
      ? id === key.id
      : key.type === 'rtu'
        ? rtu?.id === key.id
        : rtu?.sensors.some((sensor) => sensor.id === key.id),
  );
  if (station === undefined) return [];
  const project = { type: 'project', id: station.projectId } as const;
  const above = [...pathTo(data, project), project];
  if (key.type === 'station') return above;
  const withStation = [...above, { type: 'station', id: station.id } as const];
  return key.type === 'rtu' || station.rtu === null
    ? withStation
    : [...withStation, { type: 'rtu', id: station.rtu.id }];
}
