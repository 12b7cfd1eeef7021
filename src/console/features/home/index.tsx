import { lazy, Suspense, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { languageTags } from '../../../base/messages.ts';
import { kinds } from '../../../catalogue/index.ts';
import { kindMessage } from '../../../derive/messages.ts';
import { stationStates } from '../../../domain/station-state.ts';
import { useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows, NoPermission } from '../../components/conditions.tsx';
import { Select } from '../../components/fields.tsx';
import { useText } from '../../components/i18n.ts';
import { ApiError, httpMessage } from '../../state/api-error.ts';
import { preferences } from '../../state/preferences.ts';
import { useSiteMap } from '../../state/site.ts';
import { stationsView, useStations, useVisibleStations } from '../../state/stations.ts';
import { Popover } from './Popover.tsx';
import { StationList } from './StationList.tsx';
import { Tiles } from './Tiles.tsx';
import { primaryText } from './value.ts';
import './home.css';

const StationMap = lazy(() => import('../../components/map/StationMap.tsx'));

function Filters() {
  const text = useText();
  const { data } = useStations();
  const view = useSnapshot(stationsView);
  const present = new Set((data?.stations ?? []).flatMap((station) => station.kinds));
  return (
    <>
      <Select
        label={text('home.filter.project')}
        value={String(view.projectId ?? '')}
        options={[
          { value: '', label: text('home.allProjects') },
          ...(data?.projects ?? []).map((project) => ({ value: String(project.id), label: project.name })),
        ]}
        onChange={(value) => {
          stationsView.projectId = value === '' ? null : Number(value);
        }}
      />
      <Select
        label={text('home.filter.kind')}
        value={String(view.kind ?? '')}
        options={[
          { value: '', label: text('home.allKinds') },
          ...kinds
            .filter((kind) => present.has(kind.code))
            .map((kind) => ({ value: String(kind.code), label: text(kindMessage(kind.id)) })),
        ]}
        onChange={(value) => {
          stationsView.kind = value === '' ? null : Number(value);
        }}
      />
      <Select
        label={text('home.filter.state')}
        value={view.states.length === 1 ? (view.states[0] ?? '') : ''}
        options={[
          { value: '', label: text('home.allStates') },
          ...stationStates.map((state) => ({ value: state as string, label: text(`state.${state}`) })),
        ]}
        onChange={(value) => {
          stationsView.states = value === '' ? [] : [value];
        }}
      />
    </>
  );
}

/** Home: tiles, map and list of the stations, which select each other. */
export default function HomePage() {
  const text = useText();
  const commands = useCommands();
  const { data, error, isPending, refetch } = useStations();
  const visible = useVisibleStations();
  const view = useSnapshot(stationsView);
  const { theme, language } = useSnapshot(preferences);
  const site = useSiteMap();
  const phone = matchMedia('(max-width: 600px)').matches;

  const marks = useMemo(
    () =>
      visible.map((station) => {
        const value = primaryText(station, text);
        return {
          id: station.id,
          name: station.name,
          value: value.value === '–' ? '' : `${value.value} ${value.unit}`,
          state: station.state,
          latitude: station.latitude,
          longitude: station.longitude,
        };
      }),
    [visible, text],
  );

  if (error instanceof ApiError && error.status === 403)
    return <NoPermission permission="station:data:view" />;
  if (error !== null && data === undefined) {
    const reason =
      error instanceof ApiError
        ? error.message || text(httpMessage(error.status), { url: '' })
        : error.message;
    return <FailedState title={text('home.failed')} reason={reason} onRetry={() => void refetch()} />;
  }
  if (isPending || data === undefined) return <LoadingRows rows={14} />;
  if (data.stations.length === 0) {
    return (
      <EmptyState icon="map-pin" title={text('home.empty.title')}>
        {text('home.empty.text')}
      </EmptyState>
    );
  }
  const selected = visible.find((station) => station.id === view.selectedId);
  return (
    <div className={phone ? 'home home--phone' : 'home'}>
      <Tiles stations={data.stations} phone={phone} />
      <Suspense fallback={<div className="map map--loading" />}>
        <StationMap
          stations={marks}
          selectedId={view.selectedId}
          onSelect={(stationId) => commands.run('stations.select', { stationId }, 'button')}
          onOpen={(stationId) => commands.run('stations.open', { stationId }, 'button')}
          popover={
            selected === undefined || phone ? null : (
              <Popover
                station={selected}
                project={data.projects.find((project) => project.id === selected.projectId)}
              />
            )
          }
          locale={languageTags[language]}
          theme={theme}
          styleUrl={site.styleUrl}
          datum={site.datum}
          fitKey={`${view.projectId} ${view.kind} ${view.states.join()}`}
          overlay={phone ? null : <Filters />}
        />
      </Suspense>
      <StationList stations={visible} total={data.stations.length} phone={phone} />
    </div>
  );
}
