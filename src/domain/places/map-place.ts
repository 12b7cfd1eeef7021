/** A place of a map as it stands in an address: `30.12345,103.20000,12.5` (latitude, longitude on WGS-84, zoom). Pure. */
import type { GeoPosition } from './datum.ts';

export interface MapPlace extends GeoPosition {
  readonly zoom: number;
}

const mostZoom = 24;

/** About a metre, and a hundredth of a zoom. */
export const placeText = ({ latitude, longitude, zoom }: MapPlace): string =>
  [latitude.toFixed(5), longitude.toFixed(5), zoom.toFixed(2)].map(Number).join(',');

/** Null for what is no such place. */
export function parsePlace(text: string | null): MapPlace | null {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [latitude = Number.NaN, longitude = Number.NaN, zoom = Number.NaN] = numbers;
  const isPlace =
    numbers.length === 3 &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180 &&
    zoom >= 0 &&
    zoom <= mostZoom;
  return isPlace ? { latitude, longitude, zoom } : null;
}
