import { LngLatBounds, type Map as MapLibre, Popup } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { type GeodeticDatum, onDatum } from '../../../domain/places/datum.ts';
import { labelsFrom, type MapNote, type MapStation, setNotes, setSelected, setStations } from './layers.ts';
import { type DrawnShape, setShapes } from './shapes.ts';
import { isDrawnInSoftware } from './software.ts';

/** Shows all of these stations, no closer than a zoom. */
export function fitStations(
  map: MapLibre,
  stations: readonly MapStation[],
  datum: GeodeticDatum,
  closest: number,
  animate: boolean,
): void {
  const bounds = new LngLatBounds();
  for (const station of stations) {
    const { longitude, latitude } = onDatum(station, datum);
    bounds.extend([longitude, latitude]);
  }
  if (bounds.isEmpty()) return;
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

/** Values alone change on the map once in this time, ms: each change draws all of it anew. */
const valuesEach = 1000;
/** The same where a processor draws it, for which one drawing is a tenth of a second of work. */
const valuesEachInSoftware = 5000;

/** All of stations but their values: a change of it is drawn at once. */
const standing = (stations: readonly MapStation[]): string =>
  JSON.stringify(stations.map(({ value: _, ...rest }) => rest));

/**
 * Draws stations: what changes of their state or place at once, values that follow each other closely together, and
 * values that nobody sees when their labels appear.
 */
function useDrawnStations(
  map: MapLibre | null,
  generation: number,
  stations: readonly MapStation[],
  datum: GeodeticDatum,
): void {
  const drawn = useRef({ at: Number.NEGATIVE_INFINITY, text: '' });
  useEffect(() => {
    if (map === null) return;
    const text = `${generation} ${datum} ${standing(stations)}`;
    const draw = () => {
      drawn.current = { at: performance.now(), text };
      setStations(map, stations, datum);
    };
    if (text !== drawn.current.text) {
      draw();
      return;
    }
    const each = isDrawnInSoftware(map) ? valuesEachInSoftware : valuesEach;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const drawInTurn = () => {
      if (map.getZoom() < labelsFrom) return;
      map.off('zoom', drawInTurn);
      timer = setTimeout(draw, Math.max(0, drawn.current.at + each - performance.now()));
    };
    map.on('zoom', drawInTurn);
    drawInTurn();
    return () => {
      map.off('zoom', drawInTurn);
      clearTimeout(timer);
    };
  }, [map, generation, stations, datum]);
}

/** Puts stations, notes and the selected station with its popover on a map, whatever it lies on. */
export function useStationData(
  map: MapLibre | null,
  /** Counts loaded styles and changed themes: after each, data go on the map again. 0 = not yet. */
  generation: number,
  shown: {
    readonly stations: readonly MapStation[];
    readonly notes: readonly MapNote[];
    readonly shapes: readonly DrawnShape[];
    readonly selected: MapStation | undefined;
    readonly datum: GeodeticDatum;
    /** Where the popover's content is drawn; null = there is none. */
    readonly popover: HTMLElement | null;
  },
): void {
  const { stations, notes, shapes, selected, datum, popover } = shown;
  const ready = generation > 0 ? map : null;
  useDrawnStations(ready, generation, stations, datum);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each generation begins empty
  useEffect(() => {
    if (ready !== null) setShapes(ready, shapes, datum);
  }, [ready, generation, shapes, datum]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each generation begins empty
  useEffect(() => {
    if (ready !== null) setNotes(ready, notes, datum);
  }, [ready, generation, notes, datum]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each generation begins empty
  useEffect(() => {
    if (ready !== null) setSelected(ready, selected, datum);
  }, [ready, generation, selected, datum]);

  const { longitude, latitude } = selected ?? { longitude: null, latitude: null };
  useEffect(() => {
    if (ready === null || longitude === null) return;
    const drawn = onDatum({ longitude, latitude }, datum);
    const at = { lng: drawn.longitude, lat: drawn.latitude };
    if (!ready.getBounds().contains(at)) ready.easeTo({ center: at, duration: 200 });
    if (popover === null) return;
    const popup = new Popup({
      closeButton: false,
      closeOnClick: false,
      offset: 18,
      maxWidth: 'none',
      focusAfterOpen: false,
      padding: { top: 48, bottom: 8, left: 8, right: 8 },
    })
      .setLngLat(at)
      .setDOMContent(popover)
      .addTo(ready);
    return () => {
      popup.remove();
    };
  }, [ready, longitude, latitude, datum, popover]);
}

/** Fits the view when `key` changes; the first time without a movement. */
export function useFit(isReady: boolean, key: string, show: (animate: boolean) => void): void {
  const fitted = useRef<string | null>(null);
  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    if (!isReady || fitted.current === key) return;
    latest.current(fitted.current !== null);
    fitted.current = key;
  }, [isReady, key]);
}
