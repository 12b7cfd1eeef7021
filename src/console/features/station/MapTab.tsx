import { Suspense, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { useSearchParams } from 'wouter';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import { languageTags } from '../../../base/messages.ts';
import type { StationDetail, StationSummary } from '../../../contract/sites/stations.ts';
import { distance, positionsDisagree } from '../../../domain/places/datum.ts';
import { lazyPart } from '../../components/chunks.ts';
import { useCommands } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useStationAlarms } from '../../state/alarms/marked.ts';
import { preferences } from '../../state/preferences.ts';
import { useMapShapes } from '../../state/sites/map-shapes.ts';
import { useSiteMap } from '../../state/sites/site.ts';
import { type SitePlan, useSitePlans } from '../../state/sites/site-plans.ts';
import { useStations } from '../../state/sites/stations.ts';
import { MapShapes } from './MapShapes.tsx';
import { PlanBar } from './plan/PlanBar.tsx';
import { PlanView } from './plan/PlanView.tsx';
import { Surroundings } from './Surroundings.tsx';

const StationMap = lazyPart(() => import('../../components/map/StationMap.tsx'));
const near = 400_000;
const noStations: readonly StationSummary[] = [];
const noPlans: readonly SitePlan[] = [];
const place = (latitude: unknown, longitude: unknown) =>
  typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null;

/** Map location: the station among its neighbours, and what GPS and LBS say of its place. */
export function MapTab({ detail }: { readonly detail: StationDetail }) {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const { theme, language } = useSnapshot(preferences);
  const { data } = useStations();
  const site = useSiteMap();
  const alarms = useStationAlarms();
  const own = detail.summary;
  const values = detail.rtu?.status?.values ?? {};
  const gps = place(values['gpsLatitude'], values['gpsLongitude']);
  const lbs = place(values['lbsLatitude'], values['lbsLongitude']);
  const marks = useMemo(
    () =>
      (data?.stations ?? [own])
        .filter((station) => distance(station, own) < near)
        .map((station) => ({
          id: station.id,
          name: `${station.code} ${station.name}`,
          value: '',
          state: station.state,
          alarm: alarms.get(station.id),
          latitude: station.latitude,
          longitude: station.longitude,
        })),
    [data, own, alarms],
  );
  const { id, code, name, latitude, longitude } = own;
  const home = useMemo(
    () => ({ id, name: `${code} ${name}`, latitude, longitude }),
    [id, code, name, latitude, longitude],
  );
  const [query, setQuery] = useSearchParams();
  const plans = useSitePlans(own.id).data?.plans ?? noPlans;
  const plan = plans.find((one) => String(one.id) === query.get('plan'));
  const all = useMapShapes();
  const shapes = useMemo(
    () =>
      all.filter(
        ({ projectId, stationId }) =>
          projectId === own.projectId && (stationId === null || stationId === own.id),
      ),
    [all, own.projectId, own.id],
  );
  const coordinates = (at: { latitude: number; longitude: number } | null) =>
    at === null ? '–' : `${format.number(at.latitude, 6)}, ${format.number(at.longitude, 6)}`;
  const bar = (
    <PlanBar
      stationId={own.id}
      plans={plans}
      shown={plan}
      onShow={(shown) =>
        setQuery(
          (before) => {
            const next = new URLSearchParams(before);
            if (shown === 0) next.delete('plan');
            else next.set('plan', String(shown));
            return next;
          },
          { replace: true },
        )
      }
    />
  );
  if (plan !== undefined)
    return (
      <div className="location location--plan gap-8 column">
        {bar}
        <PlanView key={plan.id} detail={detail} plan={plan} />
      </div>
    );
  return (
    <div className="location gap-8 grid">
      {bar}
      <Suspense fallback={<div className="map" />}>
        <StationMap
          stations={marks}
          selectedId={own.id}
          onSelect={(id) =>
            id !== null &&
            id !== own.id &&
            commands.run(stationCommands.open, { stationId: id, tab: 'map' }, 'button')
          }
          onOpen={(stationId) => commands.run(stationCommands.open, { stationId, tab: 'map' }, 'button')}
          popover={null}
          locale={languageTags[language]}
          theme={theme}
          base={site}
          place={query.get('at')}
          home={home}
          shapes={shapes}
          fitKey={String(own.id)}
        />
      </Suspense>
      <section className="panel location__facts" aria-label={text('location.facts')}>
        <dl className="terms">
          <dt>{text('location.station')}</dt>
          <dd className="num">{coordinates(own)}</dd>
          <dt>GPS</dt>
          <dd className="num">{coordinates(gps)}</dd>
          <dt>LBS</dt>
          <dd className="num">{coordinates(lbs)}</dd>
          <dt>{text('location.zone')}</dt>
          <dd className="num">
            {own.timeZone} {format.offset(own.timeZone, Date.now())}
          </dd>
        </dl>
        {gps !== null && lbs !== null && positionsDisagree(gps, lbs) && (
          <p className="location__warning gap-8 text-12 flex">
            <Icon name="warning" />
            {text('location.disagree', { distance: format.number(distance(gps, lbs) / 1000, 1) })}
          </p>
        )}
        <MapShapes own={own} shapes={shapes} />
        <Surroundings own={own} stations={data?.stations ?? noStations} />
      </section>
    </div>
  );
}
