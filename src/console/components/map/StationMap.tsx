import { map as mapCommands } from '../../../../commands/map.ts';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import type { Command, NoArgs } from '../../../command/command.ts';
import 'maplibre-gl/dist/maplibre-gl.css';
import './map.css';
import { LngLatBounds, type Map as MapLibre, Popup } from 'maplibre-gl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { fromDatum, type GeoPosition, onDatum } from '../../../domain/datum.ts';
import { CommandButton, useCommands } from '../commands.tsx';
import { EmptyState } from '../conditions.tsx';
import { useText } from '../i18n.ts';
import { useOffer } from '../screen.ts';
import { loadWorld } from './basemap.ts';
import {
  type MapNote,
  type MapStation,
  setNotes,
  setSelected,
  setStations,
  stationLayerIds,
  stationSource,
} from './layers.ts';
import { useMap } from './use-map.ts';

// Loading this module means that a map is about to be shown: the atlas is loaded beside the map's own code, not after
// it.
void loadWorld().catch(() => undefined);

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
  /** A site's own style, or raster tiles (`{z}`); null = the embedded basemap. */
  readonly styleUrl: string | null;
  /** Datum of the site's own style; the embedded basemap is WGS-84. */
  readonly datum: 'WGS-84' | 'GCJ-02';
  /** Changes when the view should fit the stations again (project chosen, filter cleared). */
  readonly fitKey: string;
  readonly overlay?: ReactNode;
  readonly notes?: readonly MapNote[];
  /** Closest zoom that fitting may choose; the embedded basemap has coasts and borders alone. Default 9. */
  readonly closest?: number;
}

const noNotes: readonly MapNote[] = [];

function fitView(map: MapLibre, stations: readonly MapStation[], closest: number, animate: boolean): void {
  const [first] = stations;
  if (first === undefined) return;
  const bounds = new LngLatBounds([first.longitude, first.latitude], [first.longitude, first.latitude]);
  for (const station of stations) bounds.extend([station.longitude, station.latitude]);
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  // Room for the filters above and the scale below; a small map keeps most of itself.
  const side = Math.min(56, width / 6);
  const padding = {
    top: Math.min(64, height / 5),
    bottom: Math.min(56, height / 5),
    left: side,
    right: side,
  };
  map.fitBounds(bounds, { padding, maxZoom: closest, animate, duration: 200 });
}

/** The map of stations: clusters as rings, stations by shape and colour, the selected one with its popover. */
export default function StationMap(props: StationMapProps) {
  const text = useText();
  const commands = useCommands();
  const holder = useRef<HTMLDivElement>(null);
  const latest = useRef({ ...props, commands });
  latest.current = { ...props, commands };
  const [popupNode] = useState(() => document.createElement('div'));
  const datumNow = useRef<'WGS-84' | 'GCJ-02'>('WGS-84');
  const { stations, selectedId, fitKey, closest = 9, notes = noNotes } = props;

  const onCreate = (map: MapLibre) => {
    const pick = (at: { x: number; y: number }) =>
      map.getLayer('points')
        ? map.queryRenderedFeatures([at.x, at.y], { layers: stationLayerIds })[0]
        : undefined;
    map.on('click', (event) => {
      const { onPlace } = latest.current;
      if (onPlace !== undefined) {
        const { lng: longitude, lat: latitude } = event.lngLat.wrap();
        return onPlace(fromDatum({ longitude, latitude }, datumNow.current));
      }
      const found = pick(event.point);
      if (found === undefined) return latest.current.onSelect(null);
      const { id, cluster_id: cluster } = found.properties as { id?: number; cluster_id?: number };
      if (cluster === undefined) return latest.current.onSelect(id ?? null);
      const source = map.getSource(stationSource) as
        | { getClusterExpansionZoom(id: number): Promise<number> }
        | undefined;
      void source?.getClusterExpansionZoom(cluster).then((zoom) => {
        const { lng: longitude, lat: latitude } = event.lngLat.wrap();
        const at = { longitude, latitude, zoom: Math.min(24, Math.max(zoom, map.getZoom() + 1)) };
        latest.current.commands.run(mapCommands.zoomIn, { at }, 'button');
      });
    });
    map.on('dblclick', (event) => {
      const id = pick(event.point)?.properties['id'] as number | undefined;
      if (id === undefined) return;
      event.preventDefault();
      latest.current.onOpen(id);
    });
    map.on('mousemove', (event) => {
      if (map.isMoving()) return;
      map.getCanvas().style.cursor = pick(event.point) === undefined ? '' : 'pointer';
    });
    const run = (command: Command<NoArgs>) => latest.current.commands.run(command, {}, 'key');
    const keys: Readonly<Record<string, () => void>> = {
      n: () => run(stationCommands.next),
      p: () => run(stationCommands.previous),
      '0': () => run(mapCommands.fit),
      Enter: () => latest.current.selectedId !== null && latest.current.onOpen(latest.current.selectedId),
      Escape: () => latest.current.onSelect(null),
      '+': () => run(mapCommands.zoomIn),
      '=': () => run(mapCommands.zoomIn),
      '-': () => run(mapCommands.zoomOut),
    };
    map.getCanvas().addEventListener('keydown', (event) => {
      const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
      if (act === undefined) return;
      event.preventDefault();
      // The library zooms by some of these keys too: it must not hear of them.
      event.stopPropagation();
      act();
    });
  };
  const { map, generation, embedded, styleFailed, busy, broken } = useMap(holder, { ...props, onCreate });
  const datum = embedded ? 'WGS-84' : props.datum;
  datumNow.current = datum;
  const ready = map !== null && generation > 0;

  const keysText = text('map.keys');
  useEffect(() => map?.getCanvas().setAttribute('aria-label', keysText), [map, keysText]);

  useEffect(() => {
    if (ready && generation > 0) setStations(map, stations, datum);
  }, [ready, map, generation, stations, datum]);
  useEffect(() => {
    if (ready && generation > 0) setNotes(map, notes, datum);
  }, [ready, map, generation, notes, datum]);

  const fitted = useRef<string | null>(null);
  useEffect(() => {
    if (!ready || stations.length === 0 || fitted.current === fitKey) return;
    fitView(map, stations, closest, fitted.current !== null);
    fitted.current = fitKey;
  }, [ready, map, stations, fitKey, closest]);

  const selected = stations.find((station) => station.id === selectedId);
  useEffect(() => {
    if (ready && generation > 0) setSelected(map, selected, datum);
  }, [ready, map, generation, selected, datum]);

  const { longitude, latitude } = selected ?? { longitude: null, latitude: null };
  const withPopover = props.popover !== null;
  useEffect(() => {
    if (!ready || longitude === null) return;
    const drawn = onDatum({ longitude, latitude }, datum);
    const at = { lng: drawn.longitude, lat: drawn.latitude };
    if (!map.getBounds().contains(at)) map.easeTo({ center: at, duration: 200 });
    if (!withPopover) return;
    const popup = new Popup({
      closeButton: false,
      closeOnClick: false,
      offset: 18,
      maxWidth: 'none',
      focusAfterOpen: false,
      padding: { top: 48, bottom: 8, left: 8, right: 8 },
    })
      .setLngLat(at)
      .setDOMContent(popupNode)
      .addTo(map);
    return () => {
      popup.remove();
    };
  }, [ready, map, longitude, latitude, datum, withPopover, popupNode]);

  const zoom = (step: number) => map?.zoomTo(map.getZoom() + step, { duration: 140 });
  const available = map !== null && !broken;
  useOffer(
    mapCommands.zoomIn,
    ({ at }) => {
      if (at === undefined) zoom(1);
      else map?.easeTo({ center: [at.longitude, at.latitude], zoom: at.zoom, duration: 200 });
    },
    { available },
  );
  useOffer(mapCommands.zoomOut, () => void zoom(-1), { available });
  useOffer(
    mapCommands.fit,
    () => {
      if (map !== null) fitView(map, stations, closest, true);
    },
    { available },
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
  const note = styleFailed ? 'map.styleFailed' : embedded ? 'map.offline' : 'map.custom';
  return (
    <section className="map" aria-label={text('map.label')} aria-busy={busy}>
      <div ref={holder} className="map__canvas" />
      {props.overlay && <div className="map__filters wrap gap-4 flex">{props.overlay}</div>}
      <div className="map__buttons column clips">
        <CommandButton command={mapCommands.zoomIn} icon="plus" iconOnly />
        <CommandButton command={mapCommands.zoomOut} icon="minus" iconOnly />
        <CommandButton command={mapCommands.fit} icon="maximize" iconOnly />
      </div>
      <p className={styleFailed ? 'map__note map__note--failed dim' : 'map__note dim'}>
        {text(note, { datum })}
      </p>
      {selected !== undefined && withPopover && createPortal(props.popover, popupNode)}
    </section>
  );
}
