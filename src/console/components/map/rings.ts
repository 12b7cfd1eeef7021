/** Circles round a station that say how far away things are. */
import type { FeatureCollection, LineString } from 'geojson';
import { type GeodeticDatum, type GeoPosition, onDatum } from '../../../domain/places/datum.ts';
import { destination, metresPerPixel, roundStep } from '../../../domain/places/measure.ts';

/** Pixels between two circles at least. */
const apart = 72;
/** Zoom from which on they are drawn: further out the earth is not flat enough for them to say anything. */
const nearest = 8;
const corners = 72;

/** Metres between two circles at a zoom. */
export const ringStep = (latitude: number, zoom: number): number =>
  roundStep(apart * 2.5 * metresPerPixel(latitude, zoom));

/** Three circles round a place, each with its radius as `label`; none where the map shows too much. */
export function rings(
  center: GeoPosition,
  zoom: number,
  datum: GeodeticDatum,
  words: (metres: number) => string,
): FeatureCollection<LineString, { label: string }> {
  if (zoom < nearest) return { type: 'FeatureCollection', features: [] };
  const step = ringStep(center.latitude, zoom);
  return {
    type: 'FeatureCollection',
    features: [step, 2 * step, 3 * step].map((metres) => ({
      type: 'Feature',
      properties: { label: words(metres) },
      geometry: {
        type: 'LineString',
        coordinates: Array.from({ length: corners + 1 }, (_, index) => {
          const on = destination(center, (index * 360) / corners, metres);
          const { longitude, latitude } = onDatum(on, datum);
          return [longitude, latitude];
        }),
      },
    })),
  };
}
