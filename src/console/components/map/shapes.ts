/** Hazard areas, evacuation routes, places to meet and outlines on the map. */
import type { Feature, FeatureCollection, Position } from 'geojson';
import type { Map as MapLibre } from 'maplibre-gl';
import type { ShapeKind } from '../../../base/map-shapes.ts';
import { type GeodeticDatum, onDatum } from '../../../domain/places/datum.ts';
import { putData } from './source-data.ts';

export interface DrawnShape {
  readonly kind: ShapeKind;
  readonly name: string;
  /** A FeatureCollection, WGS-84, as JSON. */
  readonly geojson: string;
}

type Nested = Position | readonly Nested[];
const isPosition = (value: Nested): value is Position => typeof value[0] === 'number';

/** Coordinates of whatever depth, where tiles of a datum have them. */
function moved(value: Nested, datum: GeodeticDatum): Nested {
  if (!isPosition(value)) return value.map((part) => moved(part, datum));
  const [x = 0, y = 0] = value;
  const { longitude, latitude } = onDatum({ longitude: x, latitude: y }, datum);
  return [longitude, latitude];
}

/** What is drawn of them; one that cannot be read is left out. */
export function shapeFeatures(shapes: readonly DrawnShape[], datum: GeodeticDatum): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: shapes.flatMap(({ kind, name, geojson }) => {
      const { features } = JSON.parse(geojson) as FeatureCollection;
      return features.map((feature): Feature => {
        const own = feature.properties?.['name'];
        const { geometry } = feature;
        return {
          type: 'Feature',
          properties: { kind, name: typeof own === 'string' && own !== '' ? own : name },
          geometry:
            datum === 'WGS-84' || !('coordinates' in geometry)
              ? geometry
              : ({
                  ...geometry,
                  coordinates: moved(geometry.coordinates as Nested, datum),
                } as typeof geometry),
        };
      });
    }),
  };
}

/** Puts them on a map. */
export function setShapes(map: MapLibre, shapes: readonly DrawnShape[], datum: GeodeticDatum): void {
  putData(map, 'shapes', shapeFeatures(shapes, datum));
}
