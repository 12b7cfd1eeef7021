/** A PMTiles file of the server as a base layer: raster tiles, or vector tiles in the colours of the theme. */
import {
  addProtocol,
  type ExpressionSpecification,
  type LayerSpecification,
  type StyleSpecification,
} from 'maplibre-gl';
import { EtagMismatch, PMTiles, Protocol, type Source, TileType } from 'pmtiles';
import { themeColor } from '../theme-colors.ts';

/** Bytes of a file from an offset on, with the tag of the version that they are of. */
export type ReadBytes = (
  offset: number,
  length: number,
  signal: AbortSignal | undefined,
) => Promise<{ readonly data: ArrayBuffer; readonly etag: string | undefined }>;

const key = 'map-file';
let protocol: Protocol | null = null;

/** The file, opened anew: it may be another one than before. */
function openFile(read: ReadBytes): PMTiles {
  if (protocol === null) {
    protocol = new Protocol({ errorOnMissingTile: false });
    addProtocol('pmtiles', protocol.tile);
  }
  const source: Source = {
    getKey: () => key,
    async getBytes(offset, length, signal, etag) {
      const found = await read(offset, length, signal);
      // The file was replaced while it is read: its directory has to be read again.
      if (etag !== undefined && found.etag !== undefined && found.etag !== etag) throw new EtagMismatch();
      return { data: found.data, ...(found.etag === undefined ? {} : { etag: found.etag }) };
    },
  };
  const file = new PMTiles(source);
  protocol.add(file);
  return file;
}

/** What a layer of the usual schemas (Protomaps, OpenMapTiles, Shortbread) is, by its name. */
const roles: readonly (readonly [
  RegExp,
  'ground' | 'green' | 'water' | 'building' | 'road' | 'border' | 'place',
])[] = [
  [/^(earth|land)$/, 'ground'],
  [/^(landuse|landcover|park|natural|globallandcover)$/, 'green'],
  [/^(water|ocean|water_polygons|waterway|water_lines|physical_line)$/, 'water'],
  [/^buildings?$/, 'building'],
  [/^(roads?|streets?|transportation|transit)$/, 'road'],
  [/^(boundaries|boundary)$/, 'border'],
  [/^(places?|place_labels)$/, 'place'],
];
const order = ['ground', 'green', 'water', 'building', 'other', 'road', 'border', 'place'] as const;
const roleOf = (name: string) => roles.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';

const isOf = (geometry: string): ExpressionSpecification => ['==', ['geometry-type'], geometry];

/** The name of a thing in a language, else as it is called where it stands. */
function nameIn(locale: string): ExpressionSpecification {
  const tags = locale.startsWith('zh') ? ['name:zh-Hans', 'name:zh'] : [`name:${locale.slice(0, 2)}`];
  return ['coalesce', ...[...tags, 'name'].map((tag): ExpressionSpecification => ['get', tag])] as never;
}

function layersOf(name: string, locale: string): LayerSpecification[] {
  const role = roleOf(name);
  const of = { source: key, 'source-layer': name };
  const fill = (color: string, opacity = 1): LayerSpecification => ({
    ...of,
    id: `${name}-fill`,
    type: 'fill',
    filter: isOf('Polygon'),
    paint: { 'fill-color': themeColor(color), 'fill-opacity': opacity },
  });
  const line = (id: string, color: string, width: number, more = {}): LayerSpecification => ({
    ...of,
    id: `${name}-${id}`,
    type: 'line',
    filter: isOf('LineString'),
    layout: { 'line-join': 'round', 'line-cap': 'butt' },
    paint: {
      'line-color': themeColor(color),
      'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], 6, width / 4, 12, width, 18, width * 6],
      ...more,
    },
  });
  switch (role) {
    case 'ground':
      return [fill('--map-land')];
    case 'green':
      return [fill('--map-forest', 0.5)];
    case 'water':
      return [fill('--map-water'), line('line', '--map-water', 1.4)];
    case 'building':
      return [fill('--map-contour', 0.6)];
    case 'road':
      return [line('case', '--map-case', 3), line('road', '--map-road', 2)];
    case 'border':
      return [line('border', '--map-index', 1, { 'line-dasharray': [4, 2] })];
    case 'place':
      return [
        {
          ...of,
          id: `${name}-names`,
          type: 'symbol',
          filter: isOf('Point'),
          layout: { 'text-field': nameIn(locale), 'text-size': 12, 'text-max-width': 8 },
          paint: {
            'text-color': themeColor('--map-label'),
            'text-halo-color': themeColor('--map-halo'),
            'text-halo-width': 1.4,
          },
        },
      ];
    default:
      return [line('line', '--map-contour', 1)];
  }
}

/** Style of a PMTiles file by its own head. @throws Error for a file that cannot be read */
export async function fileStyle(read: ReadBytes, locale: string): Promise<StyleSpecification> {
  const file = openFile(read);
  const { tileType, minZoom, maxZoom } = await file.getHeader();
  const tiles = [`pmtiles://${key}/{z}/{x}/{y}`];
  const common = { tiles, minzoom: minZoom, maxzoom: maxZoom };
  const ground: LayerSpecification = {
    id: 'ground',
    type: 'background',
    paint: { 'background-color': themeColor('--map-land') },
  };
  if (tileType !== TileType.Mvt)
    return {
      version: 8,
      sources: { [key]: { type: 'raster', tileSize: 256, ...common } },
      layers: [ground, { id: 'raster', type: 'raster', source: key }],
    };
  const { vector_layers: found = [] } = (await file.getMetadata()) as {
    vector_layers?: readonly { readonly id: string }[];
  };
  const names = found.map(({ id }) => id);
  const place = (name: string) => order.indexOf(roleOf(name));
  return {
    version: 8,
    sources: { [key]: { type: 'vector', ...common } },
    layers: [
      ground,
      ...[...names].sort((a, b) => place(a) - place(b)).flatMap((name) => layersOf(name, locale)),
    ],
  };
}
