import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { sensortree as treeCommands } from '../../../../../commands/sensortree.ts';
import { formatNumber } from '../../../../base/number-text.ts';
import { enumValues } from '../../../../catalogue/enum-values.ts';
import { kindByCode } from '../../../../catalogue/index.ts';
import { primaryOf } from '../../../../derive/device-views/views.ts';
import { enumValueMessage, kindMessage } from '../../../../derive/messages.ts';
import { standingOf } from '../../../../domain/folders/contents.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../../components/conditions.tsx';
import { SearchField } from '../../../components/fields.tsx';
import { StateLabel } from '../../../components/Glyph.tsx';
import { Icon, type IconName } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { useOffer } from '../../../components/screen.ts';
import { VirtualTree } from '../../../components/tree/VirtualTree.tsx';
import { Aged } from '../../../components/values/Aged.tsx';
import { useLevelWord } from '../../../state/alarms/level-words.ts';
import { useStationAlarms } from '../../../state/alarms/marked.ts';
import { useNow } from '../../../state/connection/clock.ts';
import { refusal } from '../../../state/connection/refused.ts';
import { useDeviceView } from '../../../state/devices/views.ts';
import { type ListedSensor, useSensors } from '../../../state/sites/finder.ts';
import { asOf, useStations } from '../../../state/sites/stations.ts';
import { StandingLabel } from '../StandingLabel.tsx';
import { isTroubled, type SensorLine, type SensorNode, sensorLines, sensorTree } from './lines.ts';

const icons: Readonly<Record<SensorNode['type'], IconName>> = {
  company: 'grid',
  project: 'folder-tree',
  station: 'map-pin',
  rtu: 'cpu',
  sensor: 'activity',
};
/** Kinds that have an icon of their own. */
const kindIcons: Readonly<Record<string, IconName>> = {
  horn: 'siren',
  rain: 'rain',
  waterLevel: 'waves',
  porePressure: 'waves',
  moisture: 'droplets',
  temperature: 'thermometer',
  groundTemperature: 'thermometer',
  air: 'thermometer',
  wind: 'wind',
  gnss: 'satellite',
};
/** Up to how many projects they are unfolded at first. */
const few = 12;

/** What stands at the right of a line: how it is, and of a sensor its newest value. */
function Facts(props: {
  readonly node: SensorNode;
  readonly value: { readonly text: string; readonly t: number } | undefined;
  readonly trouble: 'deviceAlarm' | 'fault' | null;
  readonly rank: number;
  readonly standing: ReturnType<typeof standingOf> | null;
}) {
  const { node, value, trouble, rank, standing } = props;
  const text = useText();
  const format = useFormat();
  const now = useNow(10_000);
  const word = useLevelWord(text);
  if (node.type === 'sensor') {
    const install = enumValues.installState[node.sensor?.installState ?? 1];
    return (
      <>
        {trouble !== null && <StateLabel state={trouble} />}
        {install !== undefined && install !== 'installed' && (
          <span className="faint">{text(enumValueMessage('installState', install))}</span>
        )}
        <span className="sensors__value num">
          <Aged t={value?.t ?? null} now={now} sendCycle={node.station?.sendCycle ?? 0} brief>
            {value?.text ?? '–'}
          </Aged>
        </span>
        <span className="sensors__age num faint">
          {value === undefined ? '' : format.duration(Math.max(0, now - value.t))}
        </span>
      </>
    );
  }
  if (standing !== null) return <StandingLabel standing={standing} brief />;
  if (node.station === null) return null;
  return rank > 0 && node.type === 'station' ? (
    <span className={`state levelword--${rank}`}>
      <LevelGlyph rank={rank} />
      <span className="state__word">{word(rank, { projectId: node.station.projectId })}</span>
    </span>
  ) : (
    <StateLabel state={node.station.state} />
  );
}

/** Companies, projects, stations, RTUs and sensors with how each is and its newest value, searched as one types. */
export function SensorTreePage() {
  const text = useText();
  const commands = useCommands();
  const [, navigate] = useLocation();
  const now = useNow(10_000);
  const { data, error, refetch } = useStations();
  const sensors = useSensors();
  const values = useDeviceView('sensors');
  const alarms = useStationAlarms();
  const [wanted, setWanted] = useState('');
  const [onlyTrouble, setOnlyTrouble] = useState(false);
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const sensorName = (sensor: ListedSensor) => {
    const kind = text(kindMessage(kindByCode(sensor.kind)?.id ?? 'none'));
    return `${sensor.slot} · ${sensor.name === null ? kind : `${sensor.name} · ${kind}`}`;
  };
  const stations = useMemo(() => (data?.stations ?? []).map((station) => asOf(station, now)), [data, now]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: names of kinds change with the words alone
  const tree = useMemo(
    () =>
      sensorTree({
        ...{ projects: data?.projects ?? [], stations, sensors: sensors.data ?? [] },
        ...{ sensorName, rtuWord: text('sites.rtu') },
      }),
    [data, stations, sensors.data, text],
  );
  const counted = useMemo(
    () => new Map(stations.map(({ id, state }) => [id, { state, rank: alarms.get(id)?.rank ?? 0 }])),
    [stations, alarms],
  );
  const newest = useMemo(() => new Map((values.data ?? []).map((row) => [row.source, row])), [values.data]);
  const troubleOf = ({ station, sensor }: SensorNode) => {
    const own = station?.troubles.find(({ sensorId }) => sensorId === sensor?.id);
    return own === undefined ? null : own.deviceAlarm ? ('deviceAlarm' as const) : ('fault' as const);
  };
  const isWrong = (node: SensorNode) =>
    node.type === 'sensor' ? troubleOf(node) !== null : isTroubled(standingOf(node.stationIds, counted));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wrong follows from the stations
  const lines = useMemo(() => {
    const isFew = (data?.projects.length ?? 0) <= few;
    const narrowed = onlyTrouble || wanted.trim() !== '';
    return sensorLines(
      tree,
      (name) =>
        folds.get(name) ??
        (narrowed
          ? undefined
          : name.startsWith('company') || (isFew && stations.length <= 200 && name.startsWith('project'))),
      wanted,
      onlyTrouble ? isWrong : null,
    );
  }, [tree, folds, wanted, onlyTrouble, counted]);
  const valueFor = ({ sensor, station }: SensorNode) => {
    if (sensor === null) return undefined;
    const row = newest.get(sensor.id);
    const look = primaryOf(sensor.kind);
    const primary = station?.primary?.sensorId === sensor.id ? station.primary : null;
    const value = typeof row?.cells[0] === 'number' ? row.cells[0] : (primary?.value ?? null);
    if (value === null) return undefined;
    const unit = look?.unit ?? '';
    return {
      text: `${formatNumber(value, look?.digits ?? 1)} ${unit}`.trim(),
      t: row?.t ?? primary?.t ?? now,
    };
  };
  const choices = () =>
    lines
      .slice(0, 500)
      .map(({ name, label, depth }) => ({ value: name, label: `${'\u2003'.repeat(depth)}${label}` }));
  const find = (name: string) => lines.find((line) => line.name === name);
  const fold = (line: SensorLine | undefined) => {
    if (line?.open != null) setFolds((before) => new Map(before).set(line.name, !line.open));
  };
  useOffer(
    treeCommands.choose,
    ({ node }) => {
      const line = find(node);
      const own = line?.node;
      if (own?.station == null) fold(line);
      else if (own.sensor === null) navigate(`/station/${own.station.id}/latest`);
      else {
        const row = primaryOf(own.sensor.kind)?.row;
        const query = row === undefined ? '' : `?${new URLSearchParams({ data: row })}`;
        navigate(`/station/${own.station.id}/latest${query}`);
      }
    },
    { choices },
  );
  useOffer(treeCommands.fold, ({ node }) => fold(find(node)), { choices });
  useOffer(treeCommands.trouble, () => {
    setOnlyTrouble(!onlyTrouble);
    setFolds(new Map());
  });
  const failed = error ?? sensors.error;
  if (failed !== null && (data === undefined || sensors.data === undefined))
    return (
      <FailedState
        title={text('sensorTree.failed')}
        reason={refusal(failed, text).sentence}
        onRetry={() => void Promise.all([refetch(), sensors.refetch()])}
      />
    );
  if (data === undefined || sensors.data === undefined) return <LoadingRows rows={14} />;
  return (
    <div className="sensors column fill">
      <section className="panel column fill">
        <header className="panel__head">
          <h2>{text('page.sensorTree')}</h2>
          <span className="dim num text-12" aria-live="polite">
            {text('sensorTree.count', { stations: data.stations.length, sensors: sensors.data.length })}
          </span>
        </header>
        <div className="sensors__tools row gap-8">
          <SearchField
            label={text('sensorTree.find')}
            value={wanted}
            onChange={(value) => {
              setWanted(value);
              setFolds(new Map());
            }}
          />
          <CommandButton
            command={treeCommands.trouble}
            icon="warning"
            label={text('sites.trouble')}
            pressed={onlyTrouble}
          />
        </div>
        {lines.length === 0 ? (
          <EmptyState
            icon={onlyTrouble && wanted === '' ? 'check' : 'search'}
            title={text(onlyTrouble && wanted === '' ? 'sites.noTrouble' : 'home.noMatch.title')}
          />
        ) : (
          <VirtualTree
            lines={lines}
            label={text('page.sensorTree')}
            chosen=""
            act={(action, { name }, origin) => commands.run(treeCommands[action], { node: name }, origin)}
            draw={({ node }) => {
              const kind = node.sensor === null ? undefined : kindByCode(node.sensor.kind)?.id;
              return (
                <>
                  <Icon name={(kind === undefined ? undefined : kindIcons[kind]) ?? icons[node.type]} />
                  <span className="ellipsis grow">{node.label}</span>
                  <Facts
                    node={node}
                    value={valueFor(node)}
                    trouble={troubleOf(node)}
                    rank={node.station === null ? 0 : (counted.get(node.station.id)?.rank ?? 0)}
                    standing={
                      node.type === 'company' || node.type === 'project'
                        ? standingOf(node.stationIds, counted)
                        : null
                    }
                  />
                </>
              );
            }}
          />
        )}
      </section>
    </div>
  );
}
