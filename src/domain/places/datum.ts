/** Positions on the earth, degrees. Stored positions are WGS-84; only markers are transformed (src/catalogue/README.md#positions). */
import { radians } from '../readings/angles.ts';

export interface GeoPosition {
  readonly longitude: number;
  readonly latitude: number;
}
export type GeodeticDatum = 'WGS-84' | 'GCJ-02';

/** Krasovsky 1940 ellipsoid, as the published GCJ-02 approximation uses it: semi-major axis (m), eccentricity². */
const axis = 6_378_245;
const eccentricity = 0.006_693_421_622_965_943;

/**
 * Where the transform applies; elsewhere GCJ-02 equals WGS-84. The published box also covers Korea and western
 * Japan, which maps of this datum leave unshifted: east of 123.5° E China lies north of 38.5° N alone.
 */
function inChina({ longitude, latitude }: GeoPosition): boolean {
  const box = longitude > 72.004 && longitude < 137.8347 && latitude > 0.8293 && latitude < 55.8271;
  return box && (longitude < 123.5 || latitude > 38.5);
}

/** The three sine terms that both components share. */
function waves(
  value: number,
  periods: readonly [number, number, number],
  sizes: readonly [number, number, number],
) {
  return (
    (2 / 3) *
    periods.reduce((sum, period, index) => sum + (sizes[index] ?? 0) * Math.sin(period * value * Math.PI), 0)
  );
}

function shift(x: number, y: number): { readonly east: number; readonly north: number } {
  const common = waves(x, [6, 2, 0], [20, 20, 0]);
  const root = Math.sqrt(Math.abs(x));
  const east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root;
  const north = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root;
  return {
    east: east + common + waves(x, [1, 1 / 3, 0], [20, 40, 0]) + waves(x, [1 / 12, 1 / 30, 0], [150, 300, 0]),
    north:
      north + common + waves(y, [1, 1 / 3, 0], [20, 40, 0]) + waves(y, [1 / 12, 1 / 30, 0], [160, 320, 0]),
  };
}

/** A WGS-84 position on a GCJ-02 map (published approximation, good to a few metres). */
export function toGcj02(position: GeoPosition): GeoPosition {
  if (!inChina(position)) return position;
  const { longitude, latitude } = position;
  const { east, north } = shift(longitude - 105, latitude - 35);
  const angle = radians(latitude);
  const magic = 1 - eccentricity * Math.sin(angle) ** 2;
  const meridian = (axis * (1 - eccentricity)) / (magic * Math.sqrt(magic));
  const parallel = (axis / Math.sqrt(magic)) * Math.cos(angle);
  return {
    longitude: longitude + (east * 180) / (parallel * Math.PI),
    latitude: latitude + (north * 180) / (meridian * Math.PI),
  };
}

/** Where to draw a stored (WGS-84) position on a source of this datum. */
export function onDatum(position: GeoPosition, datum: GeodeticDatum): GeoPosition {
  return datum === 'GCJ-02' ? toGcj02(position) : position;
}

/**
 * The WGS-84 position of a point that was picked on a source of this datum: the transform's inverse, by stepping back
 * what the guess is off by. It changes slowly, so that five steps reach a millimetre.
 */
export function fromDatum(drawn: GeoPosition, datum: GeodeticDatum): GeoPosition {
  let guess = drawn;
  for (let step = 0; step < 5; step++) {
    const { longitude, latitude } = onDatum(guess, datum);
    guess = {
      longitude: guess.longitude + drawn.longitude - longitude,
      latitude: guess.latitude + drawn.latitude - latitude,
    };
  }
  return guess;
}

/** Great-circle distance in m (haversine, mean radius 6 371 008.8 m of IUGG). */
export function distance(a: GeoPosition, b: GeoPosition): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const square =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.sqrt(square)));
}

/** Metres beyond which the GPS and the LBS position of an RTU are said to disagree. */
export const disagreementLimit = 500;

/** True where both positions are known and lie more than 500 m apart. */
export function positionsDisagree(gps: GeoPosition | null, lbs: GeoPosition | null): boolean {
  return gps !== null && lbs !== null && distance(gps, lbs) > disagreementLimit;
}
