import type { Feature, FeatureCollection, MultiLineString, Point, Position } from 'geojson';
import type {
  FilterSpecification,
  GeoJSONSource,
  LayerSpecification,
  Map as MapLibre,
  StyleSpecification,
} from 'maplibre-gl';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { loadChunk } from '../../chunks.ts';
import { themeColor } from '../theme-colors.ts';
import { countryCode } from './countries.ts';
import { cutAtDateLine, fillable } from './date-line.ts';
import { graticule } from './graticule.ts';
import { languageOf, type Town, townFeatures } from './places.ts';

type World = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/**
 * Closest zoom of the embedded basemap. Its coasts are those of 1 : 50 million; closer in, graticule, distances and
 * neighbours say where one is.
 */
export const mostEmbedded = 19;
/**
 * Closest zoom for which the atlas is cut into tiles. A tile of this zoom is 1,250 km wide and holds 150 m to a unit, finer
 * than the atlas: whoever moves about at a site never waits for another one.
 */
const mostTiled = 5;

/** Signed area (square degrees) and centroid of a ring, by the shoelace formula. */
function centroid(ring: readonly Position[]): { readonly area: number; readonly at: Position } {
  let [area, x, y] = [0, 0, 0];
  for (let index = 0; index + 1 < ring.length; index++) {
    const [x0 = 0, y0 = 0] = ring[index] ?? [];
    const [x1 = 0, y1 = 0] = ring[index + 1] ?? [];
    const cross = x0 * y1 - x1 * y0;
    area += cross / 2;
    x += ((x0 + x1) * cross) / 6;
    y += ((y0 + y1) * cross) / 6;
  }
  return area === 0 ? { area: 0, at: ring[0] ?? [0, 0] } : { area: Math.abs(area), at: [x / area, y / area] };
}

/** Where a country's name stands: in the middle of its largest part. A mean of all parts would lie in the sea. */
function labelPlace({ geometry }: Feature): ReturnType<typeof centroid> {
  const polygons =
    geometry.type === 'MultiPolygon'
      ? geometry.coordinates
      : geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : [];
  return polygons
    .map((polygon) => centroid(polygon[0] ?? []))
    .reduce((best, part) => (part.area > best.area ? part : best), { area: 0, at: [0, 0] });
}

async function readWorld() {
  const world = (await loadChunk(() => import('world-atlas/countries-50m.json'))).default as unknown as World;
  return {
    land: fillable(feature(world, world.objects.countries) as FeatureCollection),
    borders: cutAtDateLine(mesh(world, world.objects.countries, (a, b) => a !== b) as MultiLineString),
    coast: cutAtDateLine(mesh(world, world.objects.countries, (a, b) => a === b) as MultiLineString),
  };
}
export type BaseWorld = Awaited<ReturnType<typeof readWorld>>;
let world: Promise<BaseWorld> | null = null;

/** Coasts, borders and countries of the embedded atlas, 1 : 50 million; fetched once, when a map is first shown. */
export function loadWorld(): Promise<BaseWorld> {
  world ??= readWorld().catch((error: unknown) => {
    world = null;
    throw error;
  });
  return world;
}

/** Names of the countries in a language, with the size of their largest part in square degrees. */
export function countryNames(land: FeatureCollection, locale: string): FeatureCollection<Point> {
  const regions = new Intl.DisplayNames([locale], { type: 'region' });
  return {
    type: 'FeatureCollection',
    features: land.features.flatMap((country) => {
      const code = countryCode(String(country.id));
      if (code === undefined) return [];
      const { area, at } = labelPlace(country);
      return [
        {
          type: 'Feature',
          properties: { name: regions.of(code) ?? code, area },
          geometry: { type: 'Point', coordinates: at },
        },
      ];
    }),
  };
}

const labelPaint = () => ({
  'text-color': themeColor('--map-label'),
  'text-halo-color': themeColor('--map-halo'),
  'text-halo-width': 1.4,
});

/** Towns and their names: larger ones first, all of them from the scale of a province on. */
const townLayers = (): LayerSpecification[] => {
  const shown: FilterSpecification = [
    '>=',
    ['get', 'size'],
    ['step', ['zoom'], 1e9, 3.6, 400, 4.4, 150, 5.2, 60, 6, 20, 6.8, 0],
  ];
  return [
    {
      id: 'town-points',
      type: 'circle',
      source: 'towns',
      filter: shown,
      paint: {
        'circle-radius': 2.2,
        'circle-color': themeColor('--map-land'),
        'circle-stroke-width': 1.2,
        'circle-stroke-color': themeColor('--map-label'),
        'circle-opacity': 0.8,
        'circle-stroke-opacity': 0.7,
      },
    },
    {
      id: 'town-names',
      type: 'symbol',
      source: 'towns',
      filter: shown,
      layout: {
        'text-field': ['get', 'name'],
        'text-size': ['interpolate', ['linear'], ['zoom'], 4, 10, 9, 12],
        'text-anchor': 'left',
        'text-offset': [0.6, 0],
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { ...labelPaint(), 'text-opacity': 0.75 },
    },
  ];
};

/** The layers of the embedded basemap in the theme's colours of this moment. */
function baseLayers(): LayerSpecification[] {
  const shore = themeColor('--map-shore');
  const label = labelPaint();
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': themeColor('--map-water') } },
    {
      id: 'shelf',
      type: 'line',
      source: 'coast',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': shore,
        'line-opacity': 0.3,
        'line-width': ['interpolate', ['exponential', 1.4], ['zoom'], 1, 4, 5, 18, 12, 70],
        'line-blur': ['interpolate', ['exponential', 1.4], ['zoom'], 1, 3, 5, 16, 12, 60],
      },
    },
    {
      id: 'land',
      type: 'fill',
      source: 'land',
      paint: { 'fill-color': themeColor('--map-land'), 'fill-antialias': false },
    },
    {
      id: 'relief',
      type: 'line',
      source: 'borders',
      paint: {
        'line-color': themeColor('--map-tint'),
        'line-opacity': 0.1,
        'line-width': ['interpolate', ['exponential', 1.4], ['zoom'], 1, 3, 5, 14, 12, 50],
        'line-blur': ['interpolate', ['exponential', 1.4], ['zoom'], 1, 1, 5, 8, 12, 30],
      },
    },
    {
      id: 'graticule',
      type: 'line',
      source: 'graticule',
      paint: { 'line-color': themeColor('--map-contour'), 'line-opacity': 0.55, 'line-width': 0.7 },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'borders',
      paint: {
        'line-color': themeColor('--map-index'),
        'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.8, 8, 1.6],
        'line-dasharray': [4, 2],
      },
    },
    { id: 'coast', type: 'line', source: 'coast', paint: { 'line-color': shore, 'line-width': 1.1 } },
    {
      id: 'degrees',
      type: 'symbol',
      source: 'graticule',
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 420,
        'text-field': ['get', 'label'],
        'text-size': 9.5,
        'text-padding': 12,
      },
      paint: { ...label, 'text-opacity': 0.5 },
    },
    {
      id: 'names',
      type: 'symbol',
      source: 'names',
      maxzoom: 8,
      // Small countries wait until there is room for their names.
      filter: ['>=', ['get', 'area'], ['step', ['zoom'], 40, 2.6, 8, 3.6, 1.5, 4.6, 0.1, 6, 0]],
      layout: {
        'text-field': ['get', 'name'],
        'text-size': ['interpolate', ['linear'], ['zoom'], 2, 11, 6, 15],
        'text-letter-spacing': 0.1,
        'text-max-width': 7,
        'symbol-sort-key': ['-', ['get', 'area']],
      },
      paint: { ...label, 'text-opacity': 0.72 },
    },
    ...townLayers(),
  ];
}

/**
 * Shows land where nothing is known yet, and water once the land around the view is drawn: a map that loads is never a
 * sea without coasts. Far out, where tiles come and go as one moves, only the first of them are waited for.
 */
export function landFirst(map: MapLibre): void {
  let waits = true;
  const ground = (name: '--map-land' | '--map-water') => {
    if (map.getLayer('sea')) map.setPaintProperty('sea', 'background-color', themeColor(name));
  };
  map.on('style.load', () => {
    waits = true;
  });
  map.on('sourcedataloading', ({ sourceId }) => {
    if (sourceId !== 'land' || waits || map.getZoom() < 6) return;
    waits = true;
    ground('--map-land');
  });
  map.on('sourcedata', ({ sourceId }) => {
    if (sourceId !== 'land' || !waits || !map.getSource('land') || !map.isSourceLoaded('land')) return;
    waits = false;
    ground('--map-water');
  });
}

/** MapLibre style of the embedded basemap. It has no glyphs: labels use local fonts. */
export function basemapStyle(base: BaseWorld, towns: readonly Town[], locale: string): StyleSpecification {
  const geojson = (data: GeoJSON.GeoJSON, maxzoom = 18) => ({ type: 'geojson' as const, data, maxzoom });
  return {
    version: 8,
    sources: {
      land: geojson(base.land, mostTiled),
      coast: geojson(base.coast, mostTiled),
      borders: geojson(base.borders, mostTiled),
      names: geojson(countryNames(base.land, locale)),
      towns: geojson(townFeatures(towns, languageOf(locale))),
      graticule: geojson({ type: 'FeatureCollection', features: [] }),
    },
    layers: baseLayers().map((layer) =>
      layer.id === 'sea' && layer.type === 'background'
        ? { ...layer, paint: { 'background-color': themeColor('--map-land') } }
        : layer,
    ),
  };
}

/** Says countries and towns in another language. */
export function renameBasemap(map: MapLibre, base: BaseWorld, towns: readonly Town[], locale: string): void {
  const say = (source: string, data: GeoJSON.GeoJSON) =>
    map.getSource<GeoJSONSource>(source)?.setData?.(data);
  say('names', countryNames(base.land, locale));
  say('towns', townFeatures(towns, languageOf(locale)));
}

/** Style around one raster source, for a setting such as `https://…/{z}/{x}/{y}.png`. */
export function rasterStyle(url: string): StyleSpecification {
  return {
    version: 8,
    sources: { raster: { type: 'raster', tiles: [url], tileSize: 256 } },
    layers: [{ id: 'raster', type: 'raster', source: 'raster' }],
  };
}

/** Gives layers that are on the map the paint of `layers`: how a theme is changed without loading anything anew. */
export function repaint(map: MapLibre, layers: readonly LayerSpecification[]): void {
  for (const layer of layers) {
    if (!map.getLayer(layer.id)) continue;
    for (const [name, value] of Object.entries(layer.paint ?? {})) {
      map.setPaintProperty(layer.id, name as 'line-color', value);
    }
  }
}

/** The embedded basemap in the theme's colours of this moment. */
export function repaintBasemap(map: MapLibre): void {
  repaint(map, baseLayers());
}

/** Draws the graticule for what is in view. */
export function updateGraticule(map: MapLibre): void {
  const source = map.getSource('graticule') as { setData?(data: GeoJSON.GeoJSON): void } | undefined;
  const bounds = map.getBounds();
  source?.setData?.(
    graticule(
      {
        west: bounds.getWest(),
        south: bounds.getSouth(),
        east: bounds.getEast(),
        north: bounds.getNorth(),
      },
      map.getZoom(),
    ),
  );
}
