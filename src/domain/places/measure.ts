/** Lengths, directions and areas on the earth, and the scale of a map (spherical, mean radius of IUGG as in `datum.ts`). */
import { degrees, radians } from '../readings/angles.ts';
import { distance, type GeoPosition } from './datum.ts';

const radius = 6_371_008.8;
/** Circumference of the sphere of Web Mercator (EPSG:3857), m. */
const circumference = 2 * Math.PI * 6_378_137;
/** Side of a map tile, CSS pixels. */
const tile = 512;
/** CSS pixels are 96 to the inch. */
const pixelSize = 0.0254 / 96;

/** Initial bearing from `a` to `b`, degrees clockwise from north, 0 to 360. */
export function bearing(a: GeoPosition, b: GeoPosition): number {
  const [from, to] = [radians(a.latitude), radians(b.latitude)];
  const turn = radians(b.longitude - a.longitude);
  const east = Math.sin(turn) * Math.cos(to);
  const north = Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(turn);
  return (degrees(Math.atan2(east, north)) + 360) % 360;
}

/** Where one arrives who goes `metres` from `a` on a great circle with that initial bearing. */
export function destination(a: GeoPosition, towards: number, metres: number): GeoPosition {
  const [latitude, angle, way] = [radians(a.latitude), radians(towards), metres / radius];
  const sine = Math.sin(latitude) * Math.cos(way) + Math.cos(latitude) * Math.sin(way) * Math.cos(angle);
  const east = Math.sin(angle) * Math.sin(way) * Math.cos(latitude);
  const longitude = a.longitude + degrees(Math.atan2(east, Math.cos(way) - Math.sin(latitude) * sine));
  return { longitude, latitude: degrees(Math.asin(sine)) };
}

/** Length of a path, m. */
export function pathLength(points: readonly GeoPosition[]): number {
  return points.reduce((sum, point, index) => {
    const before = points[index - 1];
    return before === undefined ? sum : sum + distance(before, point);
  }, 0);
}

/**
 * Area inside a ring, m²; the last point need not repeat the first. Chamberlain and Duquette, *Some algorithms for polygons
 * on a sphere*, JPL 07-03 (2007): exact for edges that are short against the earth.
 */
export function ringArea(points: readonly GeoPosition[]): number {
  const count = points.length;
  let sum = 0;
  for (const [index, { latitude }] of points.entries()) {
    const before = points[(index + count - 1) % count];
    const after = points[(index + 1) % count];
    if (before !== undefined && after !== undefined)
      sum += radians(after.longitude - before.longitude) * Math.sin(radians(latitude));
  }
  return Math.abs((sum * radius * radius) / 2);
}

export const compassPoints = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
export type CompassPoint = (typeof compassPoints)[number];

/** The nearest of eight points of the compass. */
export function compassPoint(towards: number): CompassPoint {
  return compassPoints[Math.round(towards / 45) % 8] ?? 'n';
}

/** Metres of the ground that a CSS pixel shows at a latitude and a zoom of Web Mercator. */
export function metresPerPixel(latitude: number, zoom: number): number {
  return (circumference * Math.cos(radians(latitude))) / (tile * 2 ** zoom);
}

/** Denominator of the map's scale, on a screen of 96 pixels to the inch. */
export function scaleOf(latitude: number, zoom: number): number {
  return metresPerPixel(latitude, zoom) / pixelSize;
}

/** Zoom at which `metres` of the ground are `pixels` long. */
export function zoomFor(metres: number, latitude: number, pixels: number): number {
  return Math.log2((metresPerPixel(latitude, 0) * pixels) / metres);
}

/** The largest of 1, 2, 5, 10, 20, 50 … that is not above a number. */
export function roundStep(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  const share = most / power;
  return power * (share >= 5 ? 5 : share >= 2 ? 2 : 1);
}
