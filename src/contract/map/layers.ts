/** What maps can lie on besides the embedded basemap, by the settings of the server. */
import Type, { type Static } from 'typebox';
import { mapLayerIds } from '../../base/map-layers.ts';
import { call } from '../call.ts';

const strict = { additionalProperties: false } as const;

export const MapLayer = Type.Object(
  {
    id: Type.Enum([...mapLayerIds]),
    /** A MapLibre style, or raster tiles (`{z}`); null = the embedded basemap, or the file. */
    url: Type.Union([Type.String(), Type.Null()]),
    datum: Type.Enum(['WGS-84', 'GCJ-02']),
    /** Whose it is: render as text. */
    attribution: Type.String(),
  },
  strict,
);
export type MapLayer = Static<typeof MapLayer>;

/** Bytes of an answer at most. */
export const mostMapBytes = 4 * 1024 * 1024;

/**
 * A part of the PMTiles file, which `Range` names (RFC 9110, one range): 206 with `ETag` and `Content-Range`; 416 where
 * it is none, lies behind the end or is longer than 4 MiB; 304 for `If-None-Match`; 412 where `If-Match` names another file.
 * @throws Refusal 404 where the server has no such file
 */
export const mapFile = call('map.file', 'GET /rest/map/file', { access: 'session', answers: 'binary' });
