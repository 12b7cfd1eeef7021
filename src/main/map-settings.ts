/** What maps can lie on, by the environment. */
import { statSync } from 'node:fs';
import type { MapLayer } from '../contract/map/layers.ts';

interface MapSettings {
  readonly mapLayers: readonly MapLayer[];
  readonly mapFile: string | null;
  readonly mapOrigins: readonly string[];
}
type Text = (name: string) => string | undefined;

function datumOf(text: Text, name: string): MapLayer['datum'] {
  const datum = text(name) ?? 'WGS-84';
  if (datum !== 'WGS-84' && datum !== 'GCJ-02')
    throw new Error(`${name}: ${datum} is neither WGS-84 nor GCJ-02`);
  return datum;
}

function addressOf(text: Text, name: string): string | null {
  const address = text(name);
  if (address === undefined) return null;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error(`${name}: ${address} is no address, such as https://host/style.json`);
  if (url.username !== '' || url.password !== '')
    throw new Error(`${name}: users and passwords do not belong into an address that every browser gets`);
  return address;
}

/** A layer from `<prefix>_URL`, `_DATUM` and `_ATTRIBUTION`; null where there is no address. */
function layerOf(
  text: Text,
  id: MapLayer['id'],
  names: { readonly url: string; readonly datum: string; readonly attribution: string },
): MapLayer | null {
  const url = addressOf(text, names.url);
  const datum = datumOf(text, names.datum);
  return url === null ? null : { id, url, datum, attribution: text(names.attribution) ?? '' };
}

function fileOf(text: Text): string | null {
  const path = text('MAP_PMTILES');
  if (path === undefined) return null;
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
    throw new Error(`MAP_PMTILES: ${path} is no file`);
  return path;
}

function originOf(address: string, name: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '')
    throw new Error(`${name}: ${address} is no origin, such as https://host:port`);
  return url.origin;
}

/**
 * Layers in the order in which one is taken that nobody has chosen: the site's own style, the file, the service, pictures from
 * above; the embedded basemap, which is always there, comes after the first two.
 * @throws Error naming the variable that is wrong
 */
export function readMapSettings(text: Text): MapSettings {
  const mapFile = fileOf(text);
  const named = (prefix: string) => ({
    url: `${prefix}_URL`,
    datum: `${prefix}_DATUM`,
    attribution: `${prefix}_ATTRIBUTION`,
  });
  const own = { url: 'MAP_STYLE_URL', datum: 'MAP_DATUM', attribution: 'MAP_ATTRIBUTION' };
  const file: MapLayer = {
    id: 'file',
    url: null,
    datum: 'WGS-84',
    attribution: text('MAP_PMTILES_ATTRIBUTION') ?? '',
  };
  const embedded: MapLayer = { id: 'embedded', url: null, datum: 'WGS-84', attribution: '' };
  const mapLayers = [
    layerOf(text, 'style', own),
    mapFile === null ? null : file,
    embedded,
    layerOf(text, 'service', named('MAP_SERVICE')),
    layerOf(text, 'satellite', named('MAP_SATELLITE')),
  ].filter((layer) => layer !== null);
  const further = (text('MAP_ORIGINS') ?? '').split(/[\s,]+/).filter((one) => one !== '');
  const origins = [
    ...mapLayers.flatMap(({ url }) => (url === null ? [] : [new URL(url).origin])),
    ...further.map((one) => originOf(one, 'MAP_ORIGINS')),
  ];
  return { mapLayers, mapFile, mapOrigins: [...new Set(origins)] };
}
