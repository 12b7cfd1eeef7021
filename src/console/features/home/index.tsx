import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { useSearchParams } from 'wouter';
import { panel as panelCommands } from '../../../../commands/panel.ts';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import { languageTags } from '../../../base/messages.ts';
import { isOld } from '../../../domain/age.ts';
import { AfterPaint } from '../../components/AfterPaint.tsx';
import { lazyPart } from '../../components/chunks.ts';
import { useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows, NoPermission } from '../../components/conditions.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useAlarmValues, useStationAlarms } from '../../state/alarms/marked.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { useNow } from '../../state/connection/clock.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { togglePanel, usePanels } from '../../state/panels.ts';
import { preferences } from '../../state/preferences.ts';
import { useMapShapes } from '../../state/sites/map-shapes.ts';
import { useSiteMap } from '../../state/sites/site.ts';
import { stationsView, useStations, useVisibleStations } from '../../state/sites/stations.ts';
import { Filters } from './Filters.tsx';
import { FolderBar } from './FolderBar.tsx';
import { FoldedPanel, PanelButtons } from './PanelButtons.tsx';
import { Popover } from './Popover.tsx';
import { StationList } from './StationList.tsx';
import { Tiles } from './Tiles.tsx';
import { useFilters } from './use-filters.ts';
import { primaryText } from './value.ts';
import './home.css';

const StationMap = lazyPart(() => import('../../components/map/StationMap.tsx'));

/** Home: tiles, map and list of the stations, which select each other. */
export default function HomePage() {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const { data, error, isPending, refetch } = useStations();
  const visible = useVisibleStations();
  const alarms = useStationAlarms();
  const alarming = useAlarmValues();
  const view = useSnapshot(stationsView);
  const place = useSearchParams()[0].get('at');
  const { theme, language } = useSnapshot(preferences);
  const site = useSiteMap();
  const shapes = useMapShapes();
  const phone = matchMedia('(max-width: 600px)').matches;
  const panels = usePanels();
  // A label on the map grows old by the minute.
  const now = useNow(60_000);
  const mapState = (phone ? undefined : panels['map']) ?? 'default';
  const listState = (phone ? undefined : panels['list']) ?? 'default';
  useFilters();
  useOffer(stationCommands.refresh, async () => void (await refetch()), { of: 'list' });
  const panelOffer = {
    available: !phone && (data?.stations.length ?? 0) > 0,
    choices: () => [
      { value: 'map', label: text('map.label') },
      { value: 'list', label: text('home.stations') },
    ],
  };
  useOffer(panelCommands.collapse, ({ panel }) => togglePanel(panel, 'collapse'), panelOffer);
  useOffer(panelCommands.fullscreen, ({ panel }) => togglePanel(panel, 'fullscreen'), panelOffer);

  const marks = useMemo(
    () =>
      visible.map((station) => {
        const other = alarming.get(station.id);
        const value = other ?? primaryText(station, text);
        const t = other === undefined ? (station.primary?.t ?? null) : other.t;
        const age =
          t === null || !isOld(t, now, station.sendCycle)
            ? ''
            : ` · ${text('value.old', { age: format.duration(now - t) })}`;
        return {
          id: station.id,
          name: station.name,
          value: value.value === '–' ? '' : `${value.value} ${value.unit}${age}`,
          state: station.state,
          alarm: alarms.get(station.id),
          latitude: station.latitude,
          longitude: station.longitude,
        };
      }),
    [visible, alarms, alarming, text, format, now],
  );

  if (error instanceof ApiError && error.status === 403)
    return <NoPermission permission="station:data:view" />;
  if (error !== null && data === undefined) {
    return (
      <FailedState
        title={text('home.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => commands.run(stationCommands.refresh, { of: 'list' }, 'button')}
      />
    );
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
  const classes = [
    'home',
    ...(phone ? ['home--phone'] : []),
    ...(mapState === 'collapse' ? ['home--nomap'] : []),
    ...(listState === 'collapse' ? ['home--nolist'] : []),
  ];
  return (
    <div className={classes.join(' ')}>
      {(phone || mapState === 'collapse') && (
        <div className="home__bar row wrap gap-8">
          <FolderBar />
        </div>
      )}
      <Tiles stations={data.stations} phone={phone} />
      {mapState === 'collapse' ? (
        <FoldedPanel panel="map" />
      ) : (
        <div className={`home__map yields grid ${mapState === 'fullscreen' ? 'home__full' : ''}`}>
          <AfterPaint placeholder={<div className="map map--loading" />}>
            <StationMap
              stations={marks}
              selectedId={view.selectedId}
              onSelect={(stationId) => {
                if (stationId !== null) commands.run(stationCommands.select, { stationId }, 'button');
                else if (view.selectedId !== null) commands.run(stationCommands.unselect, {}, 'button');
              }}
              onOpen={(stationId) => commands.run(stationCommands.open, { stationId }, 'button')}
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
              base={site}
              place={place}
              shapes={shapes}
              fitKey={`${view.projectId} ${view.kind} ${view.states.join()} ${view.level} ${view.silentHours} ${view.within?.size ?? ''}`}
              overlay={
                phone ? null : (
                  <>
                    <Filters />
                    <FolderBar />
                    <PanelButtons panel="map" state={mapState} />
                  </>
                )
              }
            />
          </AfterPaint>
        </div>
      )}
      {listState === 'collapse' ? (
        <FoldedPanel panel="list" />
      ) : (
        <StationList stations={visible} total={data.stations.length} phone={phone} state={listState} />
      )}
    </div>
  );
}
