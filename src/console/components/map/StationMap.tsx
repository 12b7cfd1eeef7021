import 'maplibre-gl/dist/maplibre-gl.css';
import './map.css';
import type { Map as MapLibre } from 'maplibre-gl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { map as mapCommands } from '../../../../commands/map.ts';
import type { GeoPosition } from '../../../domain/places/datum.ts';
import { CommandButton, useCommands } from '../commands.tsx';
import { EmptyState } from '../conditions.tsx';
import { useText } from '../i18n.ts';
import { useOffer } from '../screen.ts';
import { BaseMenu } from './basemap/BaseMenu.tsx';
import type { BaseChoice } from './basemap/base-layer.ts';
import { loadWorld } from './basemap/basemap.ts';
import { loadTowns } from './basemap/places.ts';
import { HomeFinder } from './HomeFinder.tsx';
import { type HomePlace, homeView } from './home-place.ts';
import type { MapNote, MapStation } from './layers.ts';
import { type Listener, listen } from './listen.ts';
import { MeasurePanel } from './MeasurePanel.tsx';
import type { DrawnShape } from './shapes.ts';
import { useLink, viewOfPlace } from './use-link.ts';
import { useMap } from './use-map.ts';
import { useMeasure } from './use-measure.ts';
import { useRings } from './use-rings.ts';
import { fitStations, useFit, useStationData } from './use-station-data.ts';
import { Where } from './Where.tsx';

// Loading this module means that a map is about to be shown: the atlas is loaded beside the map's own code, not after
// it.
void Promise.all([loadWorld(), loadTowns()]).catch(() => undefined);

export interface StationMapProps {
  readonly stations: readonly MapStation[];
  readonly selectedId: number | null;
  readonly onSelect: (id: number | null) => void;
  readonly onOpen: (id: number) => void;
  /** Where the map was clicked, WGS-84; while it is given, clicks pick a place and no station. */
  readonly onPlace?: (place: GeoPosition) => void;
  /** What stands in the popover of the selected station. */
  readonly popover: ReactNode;
  readonly locale: string;
  /** Theme's name: the map takes its colours anew when it changes. */
  readonly theme: string;
  /** What it lies on. */
  readonly base: BaseChoice;
  /** The station whose map this is: it opens there and leads back. Must not change but with another station. */
  readonly home?: HomePlace;
  /** Changes when the view should fit the stations again (project chosen, filter cleared). */
  readonly fitKey: string;
  readonly overlay?: ReactNode;
  readonly notes?: readonly MapNote[];
  /** Hazard areas, routes and outlines. */
  readonly shapes?: readonly DrawnShape[];
  /** A place in the page's address (domain/map-place) that is shown in place of all stations. */
  readonly place?: string | null;
  /** Closest zoom that fitting may choose. Default 9. */
  readonly closest?: number;
}

const noNotes: readonly MapNote[] = [];
const noShapes: readonly DrawnShape[] = [];

/** The map of stations: clusters as rings, stations by shape and colour, the selected one with its popover. */
export default function StationMap(props: StationMapProps) {
  const text = useText();
  const commands = useCommands();
  const holder = useRef<HTMLDivElement>(null);
  const {
    stations,
    selectedId,
    fitKey,
    closest = 9,
    notes = noNotes,
    shapes = noShapes,
    home,
    base,
    locale,
    theme,
    place = null,
  } = props;
  const latest = useRef<Listener>({ ...props, commands, isMeasuring: false });
  const [popupNode] = useState(() => document.createElement('div'));
  const datumNow = useRef(base.chosen.datum);

  const live = useMap(holder, {
    layer: base.chosen,
    locale,
    theme,
    start: (size) =>
      viewOfPlace(place, datumNow.current) ??
      (home === undefined ? null : homeView(home, stations, datumNow.current, size)),
    onCreate: (made) =>
      listen(
        made,
        () => latest.current,
        () => datumNow.current,
      ),
  });
  const { map, generation, drawn, failed, busy, broken } = live;
  const { datum } = drawn;
  datumNow.current = datum;
  const ready = map !== null && generation > 0;
  const available = map !== null && !broken;
  const { points } = useMeasure(map, generation, datum, available);
  const isMeasuring = points !== null;
  const setPoint = (at: GeoPosition) => commands.run(mapCommands.measurePoint, { at }, 'button');
  latest.current = { ...props, commands, isMeasuring, ...(isMeasuring ? { onPlace: setPoint } : {}) };
  const link = useLink(map, datum, place, available);

  const keysText = text('map.keys');
  useEffect(() => map?.getCanvas().setAttribute('aria-label', keysText), [map, keysText]);

  const selected = stations.find((station) => station.id === selectedId);
  const withPopover = props.popover !== null;
  const popover = withPopover ? popupNode : null;
  useStationData(map, generation, { stations, notes, shapes, selected, datum, popover });
  useRings(map, generation, home ?? null, datum);

  const goHome = (on: MapLibre, to: HomePlace, animate: boolean) => {
    const { clientWidth: width, clientHeight: height } = on.getContainer();
    on.easeTo({ ...homeView(to, stations, datum, { width, height }), duration: animate ? 200 : 0 });
  };
  const fitAll = (animate: boolean) => {
    if (map !== null) fitStations(map, stations, datum, closest, animate);
  };
  useFit(ready && (home !== undefined || stations.length > 0), fitKey, (animate) => {
    // A place of the address stands there already.
    if (!animate && viewOfPlace(place, datum) !== null) return;
    if (home === undefined) fitAll(animate);
    // As it opened it stands there already.
    else if (animate && map !== null) goHome(map, home, true);
  });

  const zoom = (step: number) => map?.zoomTo(map.getZoom() + step, { duration: 140 });
  useOffer(
    mapCommands.zoomIn,
    ({ at }) => {
      if (at === undefined) zoom(1);
      else map?.easeTo({ center: [at.longitude, at.latitude], zoom: at.zoom, duration: 200 });
    },
    { available },
  );
  useOffer(mapCommands.zoomOut, () => void zoom(-1), { available });
  useOffer(mapCommands.fit, () => fitAll(true), { available });
  useOffer(
    mapCommands.home,
    () => {
      if (map !== null && home !== undefined) goHome(map, home, true);
    },
    { available: available && home !== undefined },
  );

  if (broken) {
    return (
      <section className="map map--broken" aria-label={text('map.label')}>
        <EmptyState icon="map-pin" title={text('map.broken.title')}>
          {text('map.broken.text')}
        </EmptyState>
      </section>
    );
  }
  const wanted = text(`map.base.${base.chosen.id}`);
  return (
    <section className="map" aria-label={text('map.label')} aria-busy={busy} data-base={drawn.id}>
      <div ref={holder} className="map__canvas" />
      <div className="map__filters wrap gap-4 flex">
        {props.overlay}
        <BaseMenu base={base} retry={live.retry} />
      </div>
      {map !== null && home !== undefined && <HomeFinder map={map} home={home} datum={datum} />}
      {points !== null && <MeasurePanel points={points} />}
      {isMeasuring && <i className="map__aim" aria-hidden="true" />}
      <div className="map__buttons column clips">
        <CommandButton command={mapCommands.measure} icon="ruler" iconOnly pressed={isMeasuring} />
        <CommandButton command={mapCommands.copyLink} icon="link" iconOnly />
        {home !== undefined && <CommandButton command={mapCommands.home} icon="locate" iconOnly />}
        <CommandButton command={mapCommands.zoomIn} icon="plus" iconOnly />
        <CommandButton command={mapCommands.zoomOut} icon="minus" iconOnly />
        <CommandButton command={mapCommands.fit} icon="maximize" iconOnly />
      </div>
      <div className="map__foot">
        {map !== null && <Where map={map} datum={datum} locale={locale} />}
        {link !== null && (
          <p className="map__note" role="status">
            {text(`map.link.${link}`)}
          </p>
        )}
        <p className={failed ? 'map__note map__note--failed dim' : 'map__note dim'} role="status">
          {failed
            ? text('map.failed', { layer: wanted, datum })
            : [`${text(`map.base.${drawn.id}`)} · ${datum}`, drawn.attribution || attributionOf(drawn.id)]
                .filter((part) => part !== '')
                .join(' · ')}
        </p>
      </div>
      {selected !== undefined && withPopover && createPortal(props.popover, popupNode)}
    </section>
  );
}

/** Whose the data of the embedded basemap are. */
const attributionOf = (layer: string) => (layer === 'embedded' ? 'Natural Earth, GeoNames' : '');
