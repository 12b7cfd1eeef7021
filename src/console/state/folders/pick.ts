/** The trees that stations and sensors are chosen from: folders, then companies with their projects. */
import { useMemo } from 'react';
import { groupBy } from '../../../base/group.ts';
import type { MessageId } from '../../../base/messages.ts';
import { compareNatural } from '../../../base/natural-order.ts';
import type { Project, StationSummary } from '../../../contract/sites/stations.ts';
import { childrenOf } from '../../../domain/folders/tree.ts';
import { useStations } from '../sites/stations.ts';
import { type Folder, useFolderContents } from './folders.ts';

/** A node of the tree, as `components/choice` takes it. */
export interface StationNode<V extends string | number> {
  readonly name: string;
  readonly label: string;
  readonly note: string;
  readonly value: V | null;
  readonly children: readonly StationNode<V>[];
}

interface Leaf<V extends string | number> {
  readonly label: string;
  readonly note: string;
  readonly value: V;
}
interface Wanted<V extends string | number> {
  readonly text: (id: MessageId) => string;
  /** What is chosen by a station; null = what stands below it. */
  readonly value: (station: StationSummary) => V | null;
  /** What stands below a station, each with a value of its own; a station without any is left out then. */
  readonly below?: (station: StationSummary) => readonly Leaf<V>[];
  /** Left out = every station that the user sees. */
  readonly only?: (station: StationSummary, project: Project | undefined) => boolean;
}

/** Stations under their folders and under company and project. Folders without stations are left out. */
export function useStationTree<V extends string | number>({
  text,
  value,
  below: belowOf,
  only,
}: Wanted<V>): readonly StationNode<V>[] {
  const { data } = useStations();
  const { folders, contents } = useFolderContents();
  return useMemo(() => {
    const projects = new Map((data?.projects ?? []).map((project) => [project.id, project]));
    const stations = (data?.stations ?? [])
      .filter((station) => only?.(station, projects.get(station.projectId)) ?? true)
      .filter((station) => belowOf === undefined || belowOf(station).length > 0)
      .sort((a, b) => compareNatural(a.code, b.code));
    const known = new Map(stations.map((station) => [station.id, station]));
    const leaf = (under: string, station: StationSummary): StationNode<V> => {
      const name = `${under}/${station.id}`;
      const children = (belowOf?.(station) ?? []).map((one) => ({
        ...{ ...one, name: `${name}/${one.value}` },
        children: [],
      }));
      const label = `${station.code} ${station.name}`;
      return { name, label, note: text(`state.${station.state}`), value: value(station), children };
    };
    const group = (name: string, label: string, children: readonly StationNode<V>[], count: number) =>
      children.length === 0 ? [] : [{ name, label, note: String(count), value: null, children }];
    const below = childrenOf(folders);
    const folderNode = (folder: Folder): readonly StationNode<V>[] => {
      const name = `folder:${folder.id}`;
      const inside = contents.get(folder.id) ?? new Set<number>();
      const own = folder.filter === null ? folder.stationIds : [...inside];
      const held = own.flatMap((id) => known.get(id) ?? []).sort((a, b) => compareNatural(a.code, b.code));
      return group(
        name,
        folder.name,
        [...(below.get(folder.id) ?? []).flatMap(folderNode), ...held.map((station) => leaf(name, station))],
        [...inside].filter((id) => known.has(id)).length,
      );
    };
    const byProject = groupBy(stations, ({ projectId }) => projectId);
    const byCompany = groupBy([...projects.values()], ({ companyId }) => companyId);
    const companies = [...byCompany.values()].map((own) => {
      const nodes = own
        .toSorted((a, b) => compareNatural(a.name, b.name))
        .flatMap((project) => {
          const held = byProject.get(project.id) ?? [];
          const name = `project:${project.id}`;
          return group(
            name,
            project.name,
            held.map((station) => leaf(name, station)),
            held.length,
          );
        });
      const count = own.reduce((sum, { id }) => sum + (byProject.get(id)?.length ?? 0), 0);
      return { nodes, count, company: own[0] };
    });
    const sites =
      companies.length === 1
        ? (companies[0]?.nodes ?? [])
        : companies.flatMap(({ nodes, count, company }) =>
            group(`company:${company?.companyId}`, company?.companyName ?? '', nodes, count),
          );
    return [...(below.get(null) ?? []).flatMap(folderNode), ...sites];
  }, [data, folders, contents, text, value, belowOf, only]);
}
