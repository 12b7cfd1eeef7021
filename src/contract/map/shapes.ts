/** What is drawn on maps besides stations: hazard areas, evacuation routes, places to meet, outlines of projects. */
import Type, { type Static } from 'typebox';
import { shapeBounds, shapeKinds } from '../../base/map-shapes.ts';
import { call } from '../call.ts';

const strict = { additionalProperties: false } as const;
const Id = Type.Integer({ minimum: 1 });
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

export const MapShape = Type.Object(
  {
    id: Id,
    projectId: Id,
    /** Null = of the whole project. */
    stationId: nullable(Id),
    kind: Type.Enum([...shapeKinds]),
    name: Type.String(),
    points: Type.Integer(),
    /** A FeatureCollection, WGS-84, as JSON. */
    geojson: Type.String(),
    accountName: Type.String(),
    /** UTC ms. */
    createdAt: Type.Integer(),
  },
  strict,
);
export type MapShape = Static<typeof MapShape>;

/** All that the viewer may see, by name. */
export const mapShapes = call('map.shapes', 'GET /rest/map/shapes', {
  access: 'station:data:view',
  data: Type.Object({ shapes: Type.Array(MapShape) }, strict),
});
/**
 * Adds what a GeoJSON text (RFC 7946) draws, of a project or of one of its stations.
 * @throws Refusal 404; 422 for what is no GeoJSON of that kind, or too much of it (domain/geojson.ts)
 */
export const addMapShape = call('map.shapes.add', 'POST /rest/map/shapes', {
  access: 'device:site:edit',
  body: Type.Object(
    {
      projectId: Id,
      stationId: nullable(Id),
      kind: Type.Enum([...shapeKinds]),
      name: Type.String({ minLength: 1, maxLength: 80 }),
      geojson: Type.String({ minLength: 2, maxLength: shapeBounds.characters }),
    },
    strict,
  ),
  data: Type.Object({ shape: MapShape }, strict),
});
export const removeMapShape = call('map.shapes.remove', 'DELETE /rest/map/shapes/:shapeId', {
  access: 'device:site:edit',
  params: Type.Object({ shapeId: Id }, strict),
  data: Type.Object({}, strict),
});
/** Puts a removed one back as it was, for a day. */
export const restoreMapShape = call('map.shapes.restore', 'POST /rest/map/shapes/:shapeId/restore', {
  access: 'device:site:edit',
  params: Type.Object({ shapeId: Id }, strict),
  data: Type.Object({}, strict),
});
