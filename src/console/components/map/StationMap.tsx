import 'maplibre-gl/dist/maplibre-gl.css';
import './map.css';
import { LngLatBounds, Map as MapLibre, Popup, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../Icon.tsx';
import { useText } from '../i18n.ts';
import { basemapStyle, loadWorld } from './basemap.ts';
import { provideImages, provideMissing } from './images.ts';
import { addStationLayers, type MapStation, setSelected, setStations, stationSource } from './layers.ts';

setWorkerUrl(workerUrl);

export interface StationMapProps {
  readonly stations: readonly MapStation[];
  readonly selectedId: number | null;
  readonly onSelect: (id: number | null) => void;
  readonly onOpen: (id: number) => void;
  /** What stands in the popover of the selected station. */
  readonly popover: ReactNode;
  readonly locale: string;
  /** Theme's name: the map takes its colours anew when it changes. */
  readonly theme: string;
  readonly styleUrl: string | null;
  readonly datum: 'WGS-84' | 'GCJ-02';
  /** Changes when the view should fit the stations again (project chosen, filter cleared). */
  readonly fitKey: string;
  readonly overlay?: ReactNode;
  /** Closest zoom that fitting may choose; the embedded basemap has coasts and borders alone. Default 9. */
  readonly closest?: number;
}

const mostEmbedded = 12;

function fitView(map: MapLibre, stations: readonly MapStation[], closest: number, animate: boolean): void {
  const [first] = stations;
  if (first === undefined) return;
  const bounds = new LngLatBounds([first.longitude, first.latitude], [first.longitude, first.latitude]);
  for (const station of stations) bounds.extend([station.longitude, station.latitude]);
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  map.fitBounds(bounds, { padding: 56, maxZoom: closest, animate: animate && !calm, duration: 200 });
}

/** The map of stations: clusters as rings, stations by shape and colour, the selected one with its popover. */
export default function StationMap(props: StationMapProps) {
  const text = useText();
  const holder = useRef<HTMLDivElement>(null);
  const mapRef = useRef<MapLibre | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [ready, setReady] = useState(false);
  const [popupNode] = useState(() => document.createElement('div'));

  useEffect(() => {
    if (holder.current === null) return;
    const map = new MapLibre({
      container: holder.current,
      style: { version: 8, sources: {}, layers: [] },
      center: [112, 32],
      zoom: 3.4,
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      maxZoom: latest.current.styleUrl === null ? mostEmbedded : 20,
      fadeDuration: 0,
    });
    map.touchZoomRotate.disableRotation();
    map.addControl(new ScaleControl({ maxWidth: 90 }), 'bottom-left');
    mapRef.current = map;
    map.setMissingStyleImageResolver((name) => provideMissing(map, name));
    // Each style comes without the stations' images and layers.
    map.on('style.load', () => {
      provideImages(map);
      addStationLayers(map, latest.current.stations, latest.current.datum);
      setSelected(map, latest.current.selectedId);
      setReady(true);
    });
    const pick = (point: { x: number; y: number }) =>
      map.getLayer('points')
        ? map.queryRenderedFeatures([point.x, point.y] as [number, number], {
            layers: ['points', 'labels', 'clusters'],
          })[0]
        : undefined;
    map.on('click', (event) => {
      const found = pick(event.point);
      if (found === undefined) return latest.current.onSelect(null);
      const { id, cluster_id: cluster } = found.properties as { id?: number; cluster_id?: number };
      if (cluster === undefined) return latest.current.onSelect(id ?? null);
      const source = map.getSource(stationSource) as
        | { getClusterExpansionZoom(id: number): Promise<number> }
        | undefined;
      void source?.getClusterExpansionZoom(cluster).then((zoom) => {
        map.easeTo({ center: event.lngLat, zoom: Math.max(zoom, map.getZoom() + 1), duration: 200 });
      });
    });
    map.on('dblclick', (event) => {
      const id = pick(event.point)?.properties['id'] as number | undefined;
      if (id === undefined) return;
      event.preventDefault();
      latest.current.onOpen(id);
    });
    map.on('mousemove', (event) => {
      map.getCanvas().style.cursor = pick(event.point) === undefined ? '' : 'pointer';
    });
    return () => {
      mapRef.current = null;
      map.remove();
    };
  }, []);

  const { theme, locale, styleUrl } = props;
  useEffect(() => {
    let wanted = true;
    const map = mapRef.current;
    if (map === null) return;
    // The style takes its colours from the theme's CSS variables.
    map.getContainer().dataset['theme'] = theme;
    const apply = async () => {
      const style = styleUrl ?? basemapStyle(await loadWorld(), locale);
      if (!wanted) return;
      map.setStyle(style, { diff: false });
    };
    void apply();
    return () => {
      wanted = false;
    };
  }, [theme, locale, styleUrl]);

  const { stations, datum, selectedId, fitKey, closest = 9 } = props;
  useEffect(() => {
    if (ready && mapRef.current) setStations(mapRef.current, stations, datum);
  }, [ready, stations, datum]);

  const fitted = useRef<string | null>(null);
  useEffect(() => {
    if (!ready || mapRef.current === null || stations.length === 0 || fitted.current === fitKey) return;
    fitView(mapRef.current, stations, closest, fitted.current !== null);
    fitted.current = fitKey;
  }, [ready, stations, fitKey, closest]);

  const selected = stations.find((station) => station.id === selectedId);
  const place = selected === undefined ? null : `${selected.longitude},${selected.latitude}`;
  useEffect(() => {
    const map = mapRef.current;
    if (!ready || map === null) return;
    setSelected(map, selectedId);
    if (place === null || selectedId === null) return;
    const [longitude = 0, latitude = 0] = place.split(',').map(Number);
    if (latest.current.popover === null) return;
    if (!map.getBounds().contains([longitude, latitude]) || map.getZoom() < 6) {
      map.easeTo({ center: [longitude, latitude], zoom: Math.max(map.getZoom(), 8), duration: 200 });
    }
    const popup = new Popup({
      closeButton: false,
      closeOnClick: false,
      offset: 16,
      maxWidth: 'none',
      focusAfterOpen: false,
    })
      .setLngLat([longitude, latitude])
      .setDOMContent(popupNode)
      .addTo(map);
    return () => {
      popup.remove();
    };
  }, [ready, selectedId, place, popupNode]);

  const zoom = (step: number) =>
    mapRef.current?.zoomTo((mapRef.current.getZoom() ?? 3) + step, { duration: 140 });
  return (
    <section className="map" aria-label={text('map.label')}>
      <div ref={holder} className="map__canvas" />
      {props.overlay && <div className="map__filters">{props.overlay}</div>}
      <div className="map__buttons">
        <button
          type="button"
          aria-label={text('map.zoomIn')}
          title={text('map.zoomIn')}
          onClick={() => zoom(1)}
        >
          <Icon name="plus" />
        </button>
        <button
          type="button"
          aria-label={text('map.zoomOut')}
          title={text('map.zoomOut')}
          onClick={() => zoom(-1)}
        >
          <Icon name="minus" />
        </button>
        <button
          type="button"
          aria-label={text('map.fit')}
          title={text('map.fit')}
          onClick={() => mapRef.current && fitView(mapRef.current, stations, closest, true)}
        >
          <Icon name="maximize" />
        </button>
      </div>
      <p className="map__note">{text(styleUrl === null ? 'map.offline' : 'map.custom', { datum })}</p>
      {selected !== undefined && props.popover !== null && createPortal(props.popover, popupNode)}
    </section>
  );
}
