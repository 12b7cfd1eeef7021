/** What is being measured, drawn above the stations. */
import type { Feature } from 'geojson';
import type { LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import { type GeodeticDatum, type GeoPosition, onDatum } from '../../../domain/places/datum.ts';
import { putData } from './source-data.ts';
import { themeColor } from './theme-colors.ts';

const source = 'measure';

/** Its layers in the theme's colours of this moment. */
export const measureLayers = (): LayerSpecification[] => [
  {
    id: 'measure-area',
    type: 'fill',
    source,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': themeColor('--focus'), 'fill-opacity': 0.14 },
  },
  {
    id: 'measure-line',
    type: 'line',
    source,
    filter: ['==', ['geometry-type'], 'LineString'],
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': themeColor('--focus'), 'line-width': 2 },
  },
  {
    id: 'measure-points',
    type: 'circle',
    source,
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-radius': 4,
      'circle-color': themeColor('--surface-overlay'),
      'circle-stroke-color': themeColor('--focus'),
      'circle-stroke-width': 2,
    },
  },
];

/** Draws points (WGS-84), the path through them, and from three on what it encloses. */
export function setMeasure(map: MapLibre, points: readonly GeoPosition[], datum: GeodeticDatum): void {
  const at = points.map((point) => {
    const { longitude, latitude } = onDatum(point, datum);
    return [longitude, latitude];
  });
  const [first] = at;
  const feature = (geometry: Feature['geometry']): Feature => ({ type: 'Feature', properties: {}, geometry });
  const features = [
    ...(at.length > 2 && first !== undefined
      ? [feature({ type: 'Polygon', coordinates: [[...at, first]] })]
      : []),
    ...(at.length > 1 ? [feature({ type: 'LineString', coordinates: at })] : []),
    ...at.map((coordinates) => feature({ type: 'Point', coordinates })),
  ];
  putData(map, source, { type: 'FeatureCollection', features });
}
