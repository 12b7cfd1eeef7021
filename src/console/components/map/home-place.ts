/** The place that a map is about: shown where the map opens, marked whatever loads, and found again from anywhere. */
import { type Map as MapLibre, Marker } from 'maplibre-gl';
import { distance, type GeodeticDatum, type GeoPosition, onDatum } from '../../../domain/places/datum.ts';
import { bearing, zoomFor } from '../../../domain/places/measure.ts';

/** A station that has a map of its own. */
export interface HomePlace extends GeoPosition {
  readonly id: number;
  readonly name: string;
}

/** Metres round the station that its map opens with: no less, no more. */
const closest = 250;
const widest = 20_000;
/** With no neighbour that near. */
const alone = 2000;

/** Metres round a station that show the site: its nearest neighbour is in view. */
export function siteRadius(home: GeoPosition, others: readonly GeoPosition[]): number {
  const nearest = others
    .map((other) => distance(home, other))
    .filter((metres) => metres > 1)
    .reduce((least, metres) => Math.min(least, metres), Number.POSITIVE_INFINITY);
  if (nearest > widest) return alone;
  return Math.max(closest, nearest * 1.3);
}

/** Centre and zoom with which the map of a station opens, in a box of pixels. */
export function homeView(
  home: GeoPosition,
  others: readonly GeoPosition[],
  datum: GeodeticDatum,
  size: { readonly width: number; readonly height: number },
): { readonly center: [number, number]; readonly zoom: number } {
  const { longitude, latitude } = onDatum(home, datum);
  const pixels = Math.max(60, Math.min(size.width, size.height) / 2 - 40);
  const zoom = zoomFor(siteRadius(home, others), latitude, pixels);
  return { center: [longitude, latitude], zoom: Math.min(17, Math.max(4, zoom)) };
}

/** Marks the place with an element of the page, which stays whatever the map loads. Answers what takes it away. */
export function markHome(map: MapLibre, home: HomePlace, datum: GeodeticDatum): () => void {
  const element = document.createElement('div');
  element.className = 'map__home';
  element.title = home.name;
  const { longitude, latitude } = onDatum(home, datum);
  const marker = new Marker({ element }).setLngLat([longitude, latitude]).addTo(map);
  return () => {
    marker.remove();
  };
}

/** Where the place lies that is out of view: how far from the middle, and in which direction; null = it is in view. */
export function strayed(
  map: MapLibre,
  home: GeoPosition,
  datum: GeodeticDatum,
): { readonly metres: number; readonly towards: number } | null {
  const drawn = onDatum(home, datum);
  const at = map.project([drawn.longitude, drawn.latitude]);
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  if (at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height) return null;
  const { lng: longitude, lat: latitude } = map.getCenter().wrap();
  const middle = { longitude, latitude };
  return { metres: distance(middle, drawn), towards: bearing(middle, drawn) };
}
