import { groupBy } from '../../../../base/group.ts';
import type { SiteSensor, SiteStation } from '../../../../contract/sites/sites.ts';
import { foldText } from '../../../components/tree/tree-keys.ts';
import { keyText, type NodeKey, type Sites } from './nodes.ts';

/** A company, project, station, RTU or sensor with what stands below it. */
export interface TreeNode {
  readonly key: NodeKey;
  /** `keyText` of its key. */
  readonly name: string;
  readonly label: string;
  readonly detail: string;
  readonly retired: boolean;
  readonly children: readonly TreeNode[];
  /** What it is found by, folded to one case. */
  readonly found: string;
}

function node(
  key: NodeKey,
  label: string,
  detail: string,
  children: readonly TreeNode[] = [],
  retired = false,
): TreeNode {
  return { key, name: keyText(key), label, detail, retired, children, found: foldText(`${label} ${detail}`) };
}

/**
 * The whole tree, companies first.
 * @param sensorName what a sensor is called
 * @param rtuWord the word that stands before an RTU's serial number
 */
export function treeOf(
  data: Sites,
  sensorName: (sensor: SiteSensor) => string,
  rtuWord: string,
): readonly TreeNode[] {
  const stationsOf = groupBy(data.stations, ({ projectId }) => projectId);
  const projectsOf = groupBy(data.projects, ({ companyId }) => companyId);
  const sensor = (entry: SiteSensor) =>
    node(
      { type: 'sensor', id: entry.id },
      `${entry.slot} · ${sensorName(entry)}`,
      '',
      [],
      entry.retiredAt !== null,
    );
  const station = ({ id, code, name, rtu, retiredAt }: SiteStation) =>
    node(
      { type: 'station', id },
      `${code} ${name}`,
      '',
      rtu === null
        ? []
        : [node({ type: 'rtu', id: rtu.id }, `${rtuWord} ${rtu.sn}`, '', rtu.sensors.map(sensor))],
      retiredAt !== null,
    );
  return data.companies.map((company) =>
    node(
      { type: 'company', id: company.id },
      company.name,
      '',
      (projectsOf.get(company.id) ?? []).map((project) =>
        node(
          { type: 'project', id: project.id },
          project.name,
          project.code,
          (stationsOf.get(project.id) ?? []).map(station),
        ),
      ),
      company.offAt !== null,
    ),
  );
}
