import { useSnapshot } from 'valtio';
import { sites as siteCommands } from '../../../../commands/sites.ts';
import { switchCompany } from '../../../contract/sites/sites.ts';
import { CommandButton } from '../../components/commands.tsx';
import { EmptyState } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { Panel } from '../../components/Panel.tsx';
import { request } from '../../state/connection/client.ts';
import { session } from '../../state/connection/session.ts';
import { CompanyForm } from './CompanyForm.tsx';
import { CsvPanel } from './CsvPanel.tsx';
import { DictionaryPanel } from './dictionaries/DictionaryPanel.tsx';
import { ProjectForm } from './ProjectForm.tsx';
import { Retire } from './Retire.tsx';
import { SensorDetail } from './SensorDetail.tsx';
import { SensorForm } from './SensorForm.tsx';
import { StationDetail } from './StationDetail.tsx';
import { StationForm } from './StationForm.tsx';
import { keyText, type NodeKey, pathTo, type Sites } from './tree/nodes.ts';
import { WaitingPanel } from './WaitingPanel.tsx';

/** What can be made new. */
export type New = 'company' | 'project' | 'station' | 'sensor';

/** What stands beside the tree: the chosen thing, or a new one below it. */
export function Detail(props: {
  readonly data: Sites;
  readonly chosen: NodeKey | null;
  readonly making: New | null;
  readonly sn: string;
  /** `sn`: an RTU that waits and is to be let in there. */
  readonly open: (key: NodeKey, sn?: string) => void;
}) {
  const { data, chosen, making, open } = props;
  const text = useText();
  const isPlatform = useSnapshot(session).user?.companyId === null;
  const above = chosen === null ? [] : [...pathTo(data, chosen), chosen];
  const idOf = (type: NodeKey['type']) => above.find((key) => key.type === type)?.id;
  const company = data.companies.find(({ id }) => id === idOf('company'));
  const project = data.projects.find(({ id }) => id === idOf('project'));
  const station = data.stations.find(({ id }) => id === idOf('station'));
  const sensor = station?.rtu?.sensors.find(({ id }) => id === idOf('sensor'));
  const key = `${chosen === null ? '' : keyText(chosen)} ${making ?? ''}`;
  const add = (what: New) => (
    <CommandButton command={siteCommands.add} args={{ what }} icon="plus" label={text(`sites.new.${what}`)} />
  );

  if (making === 'company') {
    return (
      <Panel title={text('sites.new.company')}>
        <CompanyForm key={key} company={null} onMade={(id) => open({ type: 'company', id })} />
      </Panel>
    );
  }
  if (making === 'project' && data.companies.length > 0) {
    return (
      <Panel title={text('sites.new.project')}>
        <ProjectForm
          key={key}
          project={null}
          companyId={company?.id ?? data.companies[0]?.id ?? 0}
          companies={data.companies}
          onMade={(id) => open({ type: 'project', id })}
        />
      </Panel>
    );
  }
  if (making === 'station' && data.projects.length > 0) {
    return (
      <Panel title={text('sites.new.station')}>
        <StationForm
          key={key}
          station={null}
          projectId={project?.id ?? data.projects[0]?.id ?? 0}
          projects={data.projects}
          others={data.stations}
          onMade={(id) => open({ type: 'station', id })}
        />
      </Panel>
    );
  }
  if (making === 'sensor' && station?.rtu != null) {
    return (
      <Panel title={text('sites.new.sensor')}>
        <SensorForm
          key={key}
          sensor={null}
          rtu={station.rtu}
          companyId={company?.id ?? null}
          onMade={(id) => open({ type: 'sensor', id })}
        />
      </Panel>
    );
  }
  const free = data.stations.filter(({ rtu, retiredAt }) => rtu === null && retiredAt === null);
  if (sensor !== undefined && station?.rtu != null)
    return (
      <SensorDetail
        station={station}
        rtu={station.rtu}
        sensor={sensor}
        companyId={company?.id ?? null}
        formKey={key}
      />
    );
  if (station !== undefined)
    return (
      <StationDetail
        data={data}
        station={station}
        free={free}
        sn={props.sn}
        isRtu={chosen?.type === 'rtu'}
        formKey={key}
      />
    );
  if (project !== undefined) {
    return (
      <Panel title={project.name}>
        <ProjectForm
          key={key}
          project={project}
          companyId={project.companyId}
          companies={data.companies}
          onMade={() => undefined}
        />
        <div className="form__foot row wrap gap-8">{add('station')}</div>
      </Panel>
    );
  }
  if (company !== undefined) {
    return (
      <>
        <Panel title={company.name}>
          <CompanyForm key={key} company={company} onMade={() => undefined} />
          <div className="form__foot row wrap gap-8">{add('project')}</div>
          {isPlatform && (
            <Retire
              what="company"
              name={company.name}
              retiredAt={company.offAt}
              zone={Intl.DateTimeFormat().resolvedOptions().timeZone}
              retire={(off) => request(switchCompany, { params: { companyId: company.id }, body: { off } })}
            />
          )}
        </Panel>
        <DictionaryPanel key={`dictionaries ${key}`} companyId={company.id} />
      </>
    );
  }
  const next: New =
    data.companies.length === 0 ? 'company' : data.projects.length === 0 ? 'project' : 'station';
  return (
    <>
      {data.stations.length === 0 && (
        <section className="panel split__panel">
          <EmptyState icon="folder-tree" title={text('sites.empty.title')} actions={add(next)}>
            {text('sites.empty.text')}
          </EmptyState>
        </section>
      )}
      <WaitingPanel free={free} onAdopt={(id, sn) => open({ type: 'station', id }, sn)} />
      <CsvPanel />
    </>
  );
}
