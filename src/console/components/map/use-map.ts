import { Map as MapLibre, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  basemapStyle,
  countryNames,
  loadWorld,
  mostEmbedded,
  rasterStyle,
  repaintBasemap,
  updateGraticule,
} from './basemap.ts';
import { provideImages, provideMissing } from './images.ts';
import { addStationLayers, repaintStations } from './layers.ts';

setWorkerUrl(workerUrl);

async function siteStyle(url: string) {
  if (url.includes('{z}')) return rasterStyle(url);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} ${url}`);
  return url;
}

/** An empty map that north is up on; null where the browser cannot draw one (no WebGL). */
function createMap(container: HTMLElement): MapLibre | null {
  try {
    const map = new MapLibre({
      container,
      style: { version: 8, sources: {}, layers: [] },
      center: [118, 33],
      zoom: 3.2,
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      fadeDuration: 0,
    });
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
    map.addControl(new ScaleControl({ maxWidth: 90 }), 'bottom-left');
    map.setMissingStyleImageResolver((name) => provideMissing(map, name));
    return map;
  } catch {
    return null;
  }
}

export interface LiveMap {
  readonly map: MapLibre | null;
  /** Counts loaded styles and changed themes: after each, data go on the map again. 0 = not yet. */
  readonly generation: number;
  /** True: the embedded basemap is shown, by choice or because the site's own style did not load. */
  readonly embedded: boolean;
  readonly styleFailed: boolean;
  /** True until everything in view was drawn for the first time. */
  readonly busy: boolean;
  /** True: this browser cannot draw a map (no WebGL). */
  readonly broken: boolean;
}

/**
 * A map in `holder` with its basemap, images and station layers. Theme and language are changed in place, without
 * loading anything anew.
 */
export function useMap(
  holder: RefObject<HTMLDivElement | null>,
  options: {
    readonly styleUrl: string | null;
    readonly theme: string;
    readonly locale: string;
    /** Called once with the new map, to listen to it. */
    readonly onCreate: (map: MapLibre) => void;
  },
): LiveMap {
  const { styleUrl, theme, locale } = options;
  const [map, setMap] = useState<MapLibre | null>(null);
  const [state, setState] = useState({ generation: 0, embedded: styleUrl === null, styleFailed: false });
  const [busy, setBusy] = useState(true);
  const [broken, setBroken] = useState(false);
  const latest = useRef(options);
  latest.current = options;

  useEffect(() => {
    if (holder.current === null) return;
    const made = createMap(holder.current);
    if (made === null) {
      setBroken(true);
      return;
    }
    made.on('moveend', () => updateGraticule(made));
    latest.current.onCreate(made);
    setMap(made);
    return () => {
      setMap(null);
      made.remove();
    };
  }, [holder]);

  useEffect(() => {
    if (map === null) return;
    let wanted = true;
    const apply = async () => {
      const own = styleUrl === null ? null : await siteStyle(styleUrl).catch(() => null);
      const style = own ?? basemapStyle(await loadWorld(), latest.current.locale);
      if (!wanted) return;
      map.once('style.load', () => {
        if (!wanted) return;
        map.setMaxZoom(own === null ? mostEmbedded : 20);
        provideImages(map);
        addStationLayers(map);
        updateGraticule(map);
        setState(({ generation }) => ({
          generation: generation + 1,
          embedded: own === null,
          styleFailed: own === null && styleUrl !== null,
        }));
        map.once('idle', () => setBusy(false));
      });
      map.setStyle(style, { diff: false });
    };
    void apply();
    return () => {
      wanted = false;
    };
  }, [map, styleUrl]);

  const { generation, embedded } = state;
  const painted = useRef({ generation: 0, theme });
  useEffect(() => {
    if (map === null || generation === 0) return;
    const known = painted.current;
    painted.current = { generation, theme };
    // A style that has just been loaded already has this theme's colours.
    if (known.generation !== generation || known.theme === theme) return;
    provideImages(map);
    repaintBasemap(map);
    repaintStations(map);
    // Stations ask for the new images when they are put on the map again.
    setState((before) => ({ ...before, generation: before.generation + 1 }));
  }, [map, generation, theme]);

  useEffect(() => {
    if (map === null || generation === 0 || !embedded) return;
    let wanted = true;
    void loadWorld().then((world) => {
      const source = map.getSource('names') as { setData?(data: GeoJSON.GeoJSON): void } | undefined;
      if (wanted) source?.setData?.(countryNames(world.land, locale));
    });
    return () => {
      wanted = false;
    };
  }, [map, generation, embedded, locale]);

  return { map, ...state, busy, broken };
}
