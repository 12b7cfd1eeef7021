/** What lies under the stations: the embedded basemap, or a layer of this server's settings. */

import type { StyleSpecification } from 'maplibre-gl';
import type { MapLayerId } from '../../../../base/map-layers.ts';
import type { GeodeticDatum } from '../../../../domain/places/datum.ts';
import { loadChunk } from '../../chunks.ts';
import { basemapStyle, loadWorld, rasterStyle } from './basemap.ts';
import { loadTowns } from './places.ts';
import type { ReadBytes } from './tile-file.ts';

export interface BaseLayer {
  readonly id: MapLayerId;
  /** A MapLibre style, or raster tiles (`{z}`); null = the embedded basemap, or a file. */
  readonly url: string | null;
  /** Datum of its tiles: markers are moved, positions never. */
  readonly datum: GeodeticDatum;
  /** Whose it is, shown on the map. */
  readonly attribution: string;
  /** Of a PMTiles file: its bytes. */
  readonly read: ReadBytes | null;
}

export const embeddedLayer: BaseLayer = {
  id: 'embedded',
  url: null,
  datum: 'WGS-84',
  attribution: '',
  read: null,
};

/** What a map can lie on, and on what it does. */
export interface BaseChoice {
  readonly layers: readonly BaseLayer[];
  readonly chosen: BaseLayer;
  choose(id: MapLayerId): void;
}

/** The style of a layer. @throws Error where it does not load */
export async function styleOf(layer: BaseLayer, locale: string): Promise<StyleSpecification | string> {
  if (layer.read !== null) {
    const { fileStyle } = await loadChunk(() => import('./tile-file.ts'));
    return fileStyle(layer.read, locale);
  }
  if (layer.url === null) {
    const [world, towns] = await Promise.all([loadWorld(), loadTowns()]);
    return basemapStyle(world, towns, locale);
  }
  if (layer.url.includes('{z}')) return rasterStyle(layer.url);
  const answer = await fetch(layer.url);
  if (!answer.ok) throw new Error(`${answer.status} ${layer.url}`);
  // One that is no style is seen here and not by the map, which would stay empty.
  await answer.json();
  return layer.url;
}
