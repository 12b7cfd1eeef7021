/** GeoJSON (RFC 7946) that people send to be drawn on maps: checked, and cut down to what is drawn. */
import { Refusal } from '../../base/errors.ts';
import { type ShapeKind, shapeBounds } from '../../base/map-shapes.ts';

type Position = [longitude: number, latitude: number];
export type ShapeGeometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | {
      readonly type: 'MultiPolygon';
      readonly coordinates: readonly (readonly (readonly Position[])[])[];
    };
export interface Shapes {
  readonly type: 'FeatureCollection';
  readonly features: readonly {
    readonly type: 'Feature';
    readonly properties: { readonly name: string };
    readonly geometry: ShapeGeometry;
  }[];
}

const areas = ['Polygon', 'MultiPolygon'] as const;
const lines = ['LineString', 'MultiLineString'] as const;
const points = ['Point', 'MultiPoint'] as const;
const geometriesOf: Readonly<Record<ShapeKind, readonly ShapeGeometry['type'][]>> = {
  hazardArea: areas,
  projectOutline: areas,
  evacuationRoute: lines,
  assemblyPoint: points,
};
/** How deep positions stand in the coordinates of a geometry. */
const depths: Readonly<Record<ShapeGeometry['type'], 0 | 1 | 2 | 3>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};
const longestName = 80;

const refuse = (id: ConstructorParameters<typeof Refusal>[1], params = {}): never => {
  throw new Refusal(422, id, params, 'geojson');
};
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTooLow = (value: number, least: number) => !(value >= least && value <= -least);

interface Counter {
  points: number;
}

function positionOf(value: unknown, counter: Counter): Position {
  const [longitude, latitude] = Array.isArray(value) ? (value as unknown[]) : [];
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return refuse('shapes.coordinates');
  // What was measured in metres on a plane is not moved to where it might belong.
  if (isTooLow(longitude, -180) || isTooLow(latitude, -90)) return refuse('shapes.degrees');
  counter.points += 1;
  if (counter.points > shapeBounds.points) refuse('shapes.points', { limit: shapeBounds.points });
  return [longitude, latitude];
}

function nested(value: unknown, depth: number, counter: Counter): unknown {
  if (depth === 0) return positionOf(value, counter);
  if (!Array.isArray(value) || value.length === 0) return refuse('shapes.coordinates');
  return value.map((part: unknown) => nested(part, depth - 1, counter));
}

function checkRing(ring: readonly Position[]): void {
  const [first, last] = [ring[0], ring.at(-1)];
  if (ring.length < 4 || first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) refuse('shapes.ring');
}

function geometryOf(value: unknown, kind: ShapeKind, counter: Counter): ShapeGeometry {
  const type = isObject(value) ? value['type'] : undefined;
  const known = geometriesOf[kind].find((one) => one === type);
  if (known === undefined || !isObject(value))
    return refuse('shapes.geometry', {
      allowed: geometriesOf[kind].join(', '),
      found: String(type).slice(0, 40),
    });
  const geometry = {
    type: known,
    coordinates: nested(value['coordinates'], depths[known], counter),
  } as ShapeGeometry;
  if (geometry.type === 'Polygon') geometry.coordinates.forEach(checkRing);
  if (geometry.type === 'MultiPolygon')
    for (const polygon of geometry.coordinates) polygon.forEach(checkRing);
  const paths =
    geometry.type === 'LineString'
      ? [geometry.coordinates]
      : geometry.type === 'MultiLineString'
        ? geometry.coordinates
        : [];
  if (paths.some((path) => path.length < 2)) refuse('shapes.line');
  return geometry;
}

/** Coordinates of GeoJSON are WGS-84; the old member `crs` may say so and nothing else. */
function checkReference(value: Readonly<Record<string, unknown>>): void {
  if (value['crs'] === undefined || value['crs'] === null) return;
  if (!/CRS84|EPSG:+4326/.test(JSON.stringify(value['crs']))) refuse('shapes.degrees');
}

function partsOf(value: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (value['type'] === 'FeatureCollection')
    return Array.isArray(value['features']) ? (value['features'] as unknown[]) : refuse('shapes.notGeoJson');
  return [value['type'] === 'Feature' ? value : { type: 'Feature', geometry: value }];
}

/**
 * What is to be drawn of a GeoJSON text, with the number of its points. Heights and all properties but `name` are left out.
 * @throws Refusal 422 of the field `geojson`: no GeoJSON, other geometries than the kind has, no degrees, or too much
 */
export function readShapes(
  text: string,
  kind: ShapeKind,
): { readonly shapes: Shapes; readonly points: number } {
  if (text.length > shapeBounds.characters)
    refuse('shapes.tooLong', { limit: Math.round(shapeBounds.characters / 1024) });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('shapes.notGeoJson');
  }
  if (!isObject(value)) return refuse('shapes.notGeoJson');
  checkReference(value);
  const parts = partsOf(value);
  if (parts.length === 0) refuse('shapes.empty');
  if (parts.length > shapeBounds.features) refuse('shapes.features', { limit: shapeBounds.features });
  const counter: Counter = { points: 0 };
  const features = parts.map((part) => {
    if (!isObject(part) || part['type'] !== 'Feature') return refuse('shapes.notGeoJson');
    const { name } = isObject(part['properties']) ? part['properties'] : {};
    return {
      type: 'Feature' as const,
      properties: { name: typeof name === 'string' ? name.slice(0, longestName) : '' },
      geometry: geometryOf(part['geometry'], kind, counter),
    };
  });
  return { shapes: { type: 'FeatureCollection', features }, points: counter.points };
}
