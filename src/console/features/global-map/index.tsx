import { Suspense, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useSearchParams } from 'wouter';
import { navigation } from '../../../../commands/navigation/index.ts';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import type { MapLayerId } from '../../../base/map-layers.ts';
import { languageTags } from '../../../base/messages.ts';
import { lazyPart } from '../../components/chunks.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows, NoPermission } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useStationAlarms } from '../../state/alarms/marked.ts';
import { ApiError } from '../../state/connection/api-error.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { preferences } from '../../state/preferences.ts';
import { useMapShapes } from '../../state/sites/map-shapes.ts';
import { useSiteMap } from '../../state/sites/site.ts';
import { useStations } from '../../state/sites/stations.ts';
import './global-map.css';

const StationMap = lazyPart(() => import('../../components/map/StationMap.tsx'));

/** All stations on the global maps service of the settings: the whole page is map, and a station opens by one press. */
export default function GlobalMapPage() {
  const text = useText();
  const commands = useCommands();
  const { data, error, refetch } = useStations();
  const alarms = useStationAlarms();
  const { theme, language } = useSnapshot(preferences);
  const [chosen, choose] = useState<MapLayerId | null>(null);
  const site = useSiteMap({ usual: 'service', chosen, choose });
  const shapes = useMapShapes();
  const [query] = useSearchParams();
  useOffer(stationCommands.refresh, async () => void (await refetch()), { of: 'list' });
  const marks = useMemo(
    () =>
      (data?.stations ?? []).map(({ id, code, name, state, latitude, longitude }) => ({
        ...{ id, name: `${code} ${name}`, value: '', state, latitude, longitude },
        alarm: alarms.get(id),
      })),
    [data, alarms],
  );
  if (error instanceof ApiError && error.status === 403)
    return <NoPermission permission="station:data:view" />;
  if (error !== null && data === undefined)
    return (
      <FailedState
        title={text('home.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => commands.run(stationCommands.refresh, { of: 'list' }, 'button')}
      />
    );
  if (data === undefined || site.isLoading) return <LoadingRows rows={14} />;
  if (!site.layers.some(({ id }) => id === 'service'))
    return (
      <EmptyState icon="map" title={text('globalMap.none')}>
        <p>{text('globalMap.none.text')}</p>
        <CommandButton command={navigation.home} icon="map-pin" label={text('globalMap.home')} />
      </EmptyState>
    );
  return (
    <div className="globalmap">
      <Suspense fallback={<div className="map" />}>
        <StationMap
          stations={marks}
          selectedId={null}
          onSelect={(stationId) =>
            stationId !== null && commands.run(stationCommands.open, { stationId, tab: 'map' }, 'button')
          }
          onOpen={(stationId) => commands.run(stationCommands.open, { stationId, tab: 'map' }, 'button')}
          popover={null}
          locale={languageTags[language]}
          theme={theme}
          base={site}
          place={query.get('at')}
          shapes={shapes}
          fitKey="all"
        />
      </Suspense>
    </div>
  );
}
