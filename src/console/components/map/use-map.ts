import { Map as MapLibre, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type BaseLayer, embeddedLayer, styleOf } from './basemap/base-layer.ts';
import {
  landFirst,
  loadWorld,
  mostEmbedded,
  renameBasemap,
  repaintBasemap,
  updateGraticule,
} from './basemap/basemap.ts';
import { loadTowns } from './basemap/places.ts';
import { provideImages, provideMissing } from './images.ts';
import { addStationLayers, repaintStations } from './layers.ts';

setWorkerUrl(workerUrl);

/** Tiles of a layer that fail, before any has come, until it counts as one that does not load. */
const mostFailures = 3;
/** Closest zoom of layers that are not ours. */
const mostOther = 20;

/** What a map shows as it opens. */
export interface MapView {
  readonly center: [longitude: number, latitude: number];
  readonly zoom: number;
}
const wholeRegion: MapView = { center: [118, 33], zoom: 3.2 };

/** An empty map that north is up on; null where the browser cannot draw one (no WebGL). */
function createMap(container: HTMLElement, view: MapView): MapLibre | null {
  try {
    const map = new MapLibre({
      container,
      style: { version: 8, sources: {}, layers: [] },
      ...view,
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      fadeDuration: 0,
    });
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
    map.addControl(new ScaleControl({ maxWidth: 90 }), 'bottom-left');
    map.setMissingStyleImageResolver((name) => provideMissing(map, name));
    landFirst(map);
    return map;
  } catch {
    return null;
  }
}

/** Hears when a layer brings nothing but failures. Answers what ends that. */
function watchTiles(map: MapLibre, failed: () => void): () => void {
  let failures = 0;
  const ours = new Set(['stations', 'selected', 'notes', 'rings', 'shapes', 'measure']);
  const onError = (event: { readonly sourceId?: string }) => {
    if (event.sourceId === undefined || ours.has(event.sourceId)) return;
    failures += 1;
    if (failures >= mostFailures) failed();
  };
  const onData = (event: { readonly sourceId?: string; readonly tile?: { hasData?(): boolean } }) => {
    if (event.sourceId === undefined || ours.has(event.sourceId) || event.tile?.hasData?.() !== true) return;
    end();
  };
  const end = () => {
    map.off('error', onError as never);
    map.off('sourcedata', onData as never);
  };
  map.on('error', onError as never);
  map.on('sourcedata', onData as never);
  return end;
}

export interface LiveMap {
  readonly map: MapLibre | null;
  /** Counts loaded styles and changed themes: after each, data go on the map again. 0 = not yet. */
  readonly generation: number;
  /** What is drawn: the layer that was asked for, or the embedded basemap where that did not load. */
  readonly drawn: BaseLayer;
  /** True: the layer that was asked for did not load. */
  readonly failed: boolean;
  /** True until everything in view was drawn for the first time. */
  readonly busy: boolean;
  /** True: this browser cannot draw a map (no WebGL). */
  readonly broken: boolean;
  /** Tries the layer once more. */
  retry(): void;
}

export interface MapOptions {
  readonly layer: BaseLayer;
  readonly theme: string;
  readonly locale: string;
  /** What it opens with, in a box of that size; absent = the whole region. */
  readonly start?:
    | ((size: { readonly width: number; readonly height: number }) => MapView | null)
    | undefined;
  /** Called once with the new map, to listen to it. */
  readonly onCreate: (map: MapLibre) => void;
}

/**
 * A map in `holder` with its base layer, images and station layers. Theme and language are changed in place, without
 * loading anything anew.
 */
export function useMap(holder: RefObject<HTMLDivElement | null>, options: MapOptions): LiveMap {
  const { layer, theme, locale } = options;
  const [map, setMap] = useState<MapLibre | null>(null);
  const [state, setState] = useState({ generation: 0, drawn: layer, failed: false });
  const [busy, setBusy] = useState(true);
  const [broken, setBroken] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(options);
  latest.current = options;
  /** The language that the basemap's names are in. */
  const named = useRef(locale);

  useEffect(() => {
    const { current: box } = holder;
    if (box === null) return;
    const { start, onCreate } = latest.current;
    const made = createMap(box, start?.({ width: box.clientWidth, height: box.clientHeight }) ?? wholeRegion);
    if (made === null) {
      setBroken(true);
      return;
    }
    made.on('moveend', () => updateGraticule(made));
    onCreate(made);
    setMap(made);
    return () => {
      setMap(null);
      made.remove();
    };
  }, [holder]);

  // Vector tiles of a file take their colours as their style is made.
  const paintedAnew = layer.read === null ? '' : theme;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for the same layer again
  useEffect(() => {
    if (map === null) return;
    let wanted = true;
    let unwatch: (() => void) | undefined;
    const show = async (shown: BaseLayer, failed: boolean): Promise<void> => {
      const { locale: own } = latest.current;
      const style = await styleOf(shown, own);
      if (!wanted) return;
      named.current = own;
      unwatch?.();
      map.once('style.load', () => {
        if (!wanted) return;
        map.setMaxZoom(shown.id === 'embedded' ? mostEmbedded : mostOther);
        provideImages(map);
        addStationLayers(map);
        updateGraticule(map);
        setState(({ generation }) => ({ generation: generation + 1, drawn: shown, failed }));
        map.once('idle', () => setBusy(false));
      });
      map.setStyle(style, { diff: false });
      if (shown.id !== 'embedded') unwatch = watchTiles(map, fallBack);
    };
    const fallBack = () => void show(embeddedLayer, true).catch(() => undefined);
    void show(layer, false).catch(() => {
      if (wanted && layer.id !== 'embedded') fallBack();
    });
    return () => {
      wanted = false;
      unwatch?.();
    };
  }, [map, layer, attempt, paintedAnew]);

  const { generation, drawn } = state;
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

  const embedded = drawn.id === 'embedded';
  useEffect(() => {
    if (map === null || generation === 0 || !embedded || named.current === locale) return;
    let wanted = true;
    void Promise.all([loadWorld(), loadTowns()]).then(([world, towns]) => {
      if (!wanted) return;
      named.current = locale;
      renameBasemap(map, world, towns, locale);
    });
    return () => {
      wanted = false;
    };
  }, [map, generation, embedded, locale]);

  return { map, ...state, busy, broken, retry: () => setAttempt((before) => before + 1) };
}
