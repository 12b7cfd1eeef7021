import type { Feature, FeatureCollection, MultiLineString, Point } from 'geojson';
import type { StyleSpecification } from 'maplibre-gl';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { themeColor } from './theme-colors.ts';

type World = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/** ISO 3166-1 numeric → alpha-2 of the countries that are labelled; the rest keep the atlas's English name. */
const alpha2: Readonly<Record<string, string>> = {
  '156': 'CN',
  '392': 'JP',
  '410': 'KR',
  '408': 'KP',
  '643': 'RU',
  '496': 'MN',
  '704': 'VN',
  '418': 'LA',
  '104': 'MM',
  '764': 'TH',
  '356': 'IN',
  '524': 'NP',
  '064': 'BT',
  '050': 'BD',
  '158': 'TW',
  '608': 'PH',
  '360': 'ID',
  '458': 'MY',
  '398': 'KZ',
  '417': 'KG',
  '762': 'TJ',
  '860': 'UZ',
  '586': 'PK',
  '004': 'AF',
  '116': 'KH',
  '840': 'US',
  '124': 'CA',
  '036': 'AU',
  '554': 'NZ',
  '276': 'DE',
  '250': 'FR',
  '826': 'GB',
  '380': 'IT',
  '724': 'ES',
  '076': 'BR',
  '484': 'MX',
  '804': 'UA',
  '792': 'TR',
  '364': 'IR',
  '682': 'SA',
  '818': 'EG',
  '710': 'ZA',
  '566': 'NG',
  '404': 'KE',
  '032': 'AR',
};

/** Rings of one country that lie on both sides of the date line would smear a mean; the largest ring is enough. */
function labelPoint(country: Feature): Point {
  const { geometry } = country;
  const polygons =
    geometry.type === 'MultiPolygon'
      ? geometry.coordinates
      : geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : [];
  const rings = polygons.map((polygon) => polygon[0] ?? []).sort((a, b) => b.length - a.length);
  const ring = rings[0] ?? [[0, 0]];
  const xs = ring.map((point) => point[0] ?? 0);
  const ys = ring.map((point) => point[1] ?? 0);
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return { type: 'Point', coordinates: [middle(xs), middle(ys)] };
}

/** Meridians and parallels every ten degrees. */
function graticule(): MultiLineString {
  const lines: [number, number][][] = [];
  for (let longitude = -180; longitude <= 180; longitude += 10) {
    lines.push([
      [longitude, -80],
      [longitude, 80],
    ]);
  }
  for (let latitude = -80; latitude <= 80; latitude += 10) {
    lines.push(Array.from({ length: 37 }, (_, index): [number, number] => [-180 + index * 10, latitude]));
  }
  return { type: 'MultiLineString', coordinates: lines };
}

/** Cuts lines where they jump over the date line: they would be drawn right across the world. */
function cutAtDateLine({ coordinates }: MultiLineString): MultiLineString {
  const lines = coordinates.flatMap((line) => {
    const parts: (typeof line)[] = [[]];
    line.forEach((point, index) => {
      const before = line[index - 1];
      if (before !== undefined && Math.abs((point[0] ?? 0) - (before[0] ?? 0)) > 180) parts.push([]);
      parts.at(-1)?.push(point);
    });
    return parts.filter((part) => part.length > 1);
  });
  return { type: 'MultiLineString', coordinates: lines };
}

/** Coasts, borders and country names of the embedded atlas, 1 : 50 million; fetched when a map is first shown. */
export async function loadWorld() {
  const world = (await import('world-atlas/countries-50m.json')).default as unknown as World;
  const countries = feature(world, world.objects.countries) as FeatureCollection;
  return {
    land: countries,
    borders: cutAtDateLine(mesh(world, world.objects.countries, (a, b) => a !== b) as MultiLineString),
    coast: cutAtDateLine(mesh(world, world.objects.countries, (a, b) => a === b) as MultiLineString),
  };
}
export type BaseWorld = Awaited<ReturnType<typeof loadWorld>>;

function names(land: FeatureCollection, locale: string): FeatureCollection<Point> {
  const regions = new Intl.DisplayNames([locale], { type: 'region' });
  return {
    type: 'FeatureCollection',
    features: land.features.flatMap((country) => {
      const code = alpha2[String(country.id)];
      if (code === undefined) return [];
      return [
        { type: 'Feature', properties: { name: regions.of(code) ?? code }, geometry: labelPoint(country) },
      ];
    }),
  };
}

/** MapLibre style of the embedded basemap in the theme's colours. It has no glyphs: labels use local fonts. */
export function basemapStyle(world: BaseWorld, locale: string): StyleSpecification {
  const geojson = (data: GeoJSON.GeoJSON) => ({ type: 'geojson' as const, data });
  const sea = themeColor('--map-water');
  const land = themeColor('--map-land');
  const shore = themeColor('--map-shore');
  return {
    version: 8,
    sources: {
      land: { ...geojson(world.land), attribution: '' },
      coast: geojson(world.coast),
      borders: geojson(world.borders),
      names: geojson(names(world.land, locale)),
      graticule: geojson(graticule()),
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': sea } },
      {
        id: 'graticule',
        type: 'line',
        source: 'graticule',
        paint: { 'line-color': shore, 'line-opacity': 0.28, 'line-width': 0.6 },
      },
      {
        id: 'shelf',
        type: 'line',
        source: 'coast',
        paint: {
          'line-color': shore,
          'line-opacity': 0.22,
          'line-width': ['interpolate', ['linear'], ['zoom'], 1, 3, 6, 16, 12, 40],
          'line-blur': ['interpolate', ['linear'], ['zoom'], 1, 2, 6, 12, 12, 30],
        },
      },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': land } },
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        paint: { 'line-color': themeColor('--map-index'), 'line-width': 0.9, 'line-dasharray': [4, 2] },
      },
      { id: 'coast', type: 'line', source: 'coast', paint: { 'line-color': shore, 'line-width': 1 } },
      {
        id: 'names',
        type: 'symbol',
        source: 'names',
        maxzoom: 7,
        layout: {
          'text-field': ['get', 'name'],
          'text-size': ['interpolate', ['linear'], ['zoom'], 2, 11, 6, 15],
          'text-letter-spacing': 0.08,
        },
        paint: {
          'text-color': themeColor('--map-label'),
          'text-halo-color': themeColor('--map-halo'),
          'text-halo-width': 1.4,
          'text-opacity': 0.75,
        },
      },
    ],
  };
}
