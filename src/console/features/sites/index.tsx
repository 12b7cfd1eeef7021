import { useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { kindByCode } from '../../../catalogue/index.ts';
import { retireSensor, retireStation, type SiteSensor } from '../../../contract/sites.ts';
import { kindMessage } from '../../../derive/messages.ts';
import { Button } from '../../components/Button.tsx';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { SearchField } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { Panel } from '../../components/Panel.tsx';
import { useOffer } from '../../components/screen.ts';
import { request } from '../../state/client.ts';
import { refusal } from '../../state/refused.ts';
import { CompanyForm } from './CompanyForm.tsx';
import { CsvPanel } from './CsvPanel.tsx';
import { keyText, linesOf, type NodeKey, parseKey, pathTo, type Sites } from './nodes.ts';
import { ProjectForm } from './ProjectForm.tsx';
import { Retire } from './Retire.tsx';
import { RtuPanel } from './RtuPanel.tsx';
import { SensorForm } from './SensorForm.tsx';
import { StationForm } from './StationForm.tsx';
import { Tree } from './Tree.tsx';
import { useSites } from './use-sites.ts';
import { WaitingPanel } from './WaitingPanel.tsx';
import '../../components/form/form.css';
import './sites.css';

type New = 'company' | 'project' | 'station' | 'sensor';
const isNew = (text: string | null): text is New =>
  text === 'company' || text === 'project' || text === 'station' || text === 'sensor';

/** What stands beside the tree: the chosen thing, or a new one below it. */
function Detail(props: {
  readonly data: Sites;
  readonly chosen: NodeKey | null;
  readonly making: New | null;
  readonly sn: string;
  /** `sn`: an RTU that waits and is to be let in there. */
  readonly open: (key: NodeKey, sn?: string) => void;
}) {
  const { data, chosen, making, open } = props;
  const text = useText();
  const above = chosen === null ? [] : [...pathTo(data, chosen), chosen];
  const idOf = (type: NodeKey['type']) => above.find((key) => key.type === type)?.id;
  const company = data.companies.find(({ id }) => id === idOf('company'));
  const project = data.projects.find(({ id }) => id === idOf('project'));
  const station = data.stations.find(({ id }) => id === idOf('station'));
  const sensor = station?.rtu?.sensors.find(({ id }) => id === idOf('sensor'));
  const key = `${chosen === null ? '' : keyText(chosen)} ${making ?? ''}`;
  const add = (what: New) => (
    <CommandButton command="sites.add" args={{ what }} icon="plus" label={text(`sites.new.${what}`)} />
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
        <SensorForm key={key} sensor={null} rtu={station.rtu} onMade={(id) => open({ type: 'sensor', id })} />
      </Panel>
    );
  }
  const free = data.stations.filter(({ rtu, retiredAt }) => rtu === null && retiredAt === null);
  if (sensor !== undefined && station?.rtu != null) {
    return (
      <Panel title={`${station.code} · ${text('sites.sensor')} ${sensor.slot}`}>
        <SensorForm key={key} sensor={sensor} rtu={station.rtu} onMade={() => undefined} />
        <Retire
          what="sensor"
          name={`${station.code} · ${sensor.slot}`}
          retiredAt={sensor.retiredAt}
          zone={station.timeZone}
          retire={(retired) => request(retireSensor, { params: { sensorId: sensor.id }, body: { retired } })}
        />
      </Panel>
    );
  }
  if (station !== undefined) {
    return (
      <>
        <Panel title={`${station.code} ${station.name}`}>
          <StationForm
            key={key}
            station={station}
            projectId={station.projectId}
            projects={data.projects}
            others={data.stations}
            onMade={() => undefined}
          />
          <Retire
            what="station"
            name={`${station.code} ${station.name}`}
            retiredAt={station.retiredAt}
            zone={station.timeZone}
            retire={(retired) =>
              request(retireStation, { params: { stationId: station.id }, body: { retired } })
            }
          />
        </Panel>
        {station.retiredAt === null && <RtuPanel key={key} station={station} free={free} sn={props.sn} />}
        {station.rtu !== null && (
          <Panel title={text('sites.sensors', { count: station.rtu.sensors.length })}>
            <div className="form__foot">{add('sensor')}</div>
          </Panel>
        )}
      </>
    );
  }
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
        <div className="form__foot">{add('station')}</div>
      </Panel>
    );
  }
  if (company !== undefined) {
    return (
      <Panel title={company.name}>
        <CompanyForm key={key} company={company} onMade={() => undefined} />
        <div className="form__foot">{add('project')}</div>
      </Panel>
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

/** Device maintenance: companies, projects, stations, RTUs and sensors, by hand. What is open is in the address. */
export default function SitesPage() {
  const text = useText();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const commands = useCommands();
  const { data, error, refetch } = useSites();
  const [wanted, setWanted] = useState('');
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const chosen = useMemo(() => parseKey(query.get('at')), [query]);
  const asked = query.get('new');
  const making = isNew(asked) ? asked : null;

  const unfolded = useMemo(() => {
    if (data === undefined) return new Set<string>();
    const open = new Map<string, boolean>();
    for (const company of data.companies) open.set(keyText({ type: 'company', id: company.id }), true);
    if (data.projects.length < 12)
      for (const project of data.projects) open.set(keyText({ type: 'project', id: project.id }), true);
    if (chosen !== null) for (const key of pathTo(data, chosen)) open.set(keyText(key), true);
    for (const [key, value] of folds) open.set(key, value);
    return new Set([...open].filter(([, value]) => value).map(([key]) => key));
  }, [data, chosen, folds]);
  const lines = useMemo(() => {
    const sensorName = (sensor: SiteSensor) =>
      sensor.name ?? text(kindMessage(kindByCode(sensor.kind)?.id ?? 'none'));
    return data === undefined ? [] : linesOf(data, unfolded, wanted, sensorName);
  }, [data, unfolded, wanted, text]);

  const go = (next: Readonly<Record<string, string>>) => navigate(`${path}?${new URLSearchParams(next)}`);
  const at = chosen === null ? {} : { at: keyText(chosen) };
  useOffer('sites.overview', () => go({}), { available: data !== undefined });
  useOffer<{ what: New }>('sites.add', ({ what }) => go({ ...at, new: what }), {
    available: data !== undefined,
  });
  if (error !== null && data === undefined)
    return (
      <FailedState
        title={text('sites.failed')}
        reason={refusal(error, text).sentence}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <LoadingRows rows={12} />;
  const open = (key: NodeKey, sn?: string) => go({ at: keyText(key), ...(sn === undefined ? {} : { sn }) });
  return (
    <div className="split">
      <section className="panel split__list">
        <header className="panel__head">
          <h2>{text('sites.title')}</h2>
          <CommandButton
            command="sites.overview"
            iconOnly
            icon="list"
            label={text('sites.all')}
            pressed={chosen === null && making === null}
          />
        </header>
        <div className="split__tools">
          <SearchField label={text('sites.find')} value={wanted} onChange={setWanted} />
          <div className="form__foot">
            {(['company', 'project', 'station'] as const).map((what) => (
              <Button
                key={what}
                icon="plus"
                label={text(`sites.${what}`)}
                disabled={
                  (what === 'project' && data.companies.length === 0) ||
                  (what === 'station' && data.projects.length === 0)
                }
                onPress={() => commands.run('sites.add', { what })}
              />
            ))}
          </div>
        </div>
        {lines.length === 0 ? (
          <EmptyState icon="search" title={text(wanted === '' ? 'sites.none' : 'home.noMatch.title')} />
        ) : (
          <Tree
            lines={lines}
            selected={chosen}
            onSelect={(key) => open(key)}
            onFold={(key, isOpen) => setFolds(new Map(folds).set(keyText(key), isOpen))}
          />
        )}
      </section>
      <div className="split__detail">
        <Detail data={data} chosen={chosen} making={making} sn={query.get('sn') ?? ''} open={open} />
      </div>
    </div>
  );
}
