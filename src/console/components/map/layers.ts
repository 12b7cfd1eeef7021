import type { LayerSpecification, Map as MapLibre, SourceSpecification } from 'maplibre-gl';
import { type GeodeticDatum, onDatum } from '../../../domain/places/datum.ts';
import type { StationState } from '../../../domain/station-state.ts';
import { repaint } from './basemap/basemap.ts';
import { labelBox, type MarkerAlarm, markerName, markerOrder, markers, ringPrefix } from './images.ts';
import { measureLayers } from './measure-layer.ts';
import { putData } from './source-data.ts';
import { themeColor } from './theme-colors.ts';

/** A station as the map needs it. */
export interface MapStation {
  readonly id: number;
  readonly name: string;
  /** Last value with unit, or empty. */
  readonly value: string;
  readonly state: StationState;
  /** Its worst alarm: drawn in place of the state. */
  readonly alarm?: MarkerAlarm | undefined;
  /** WGS-84 degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

/** Words on the map that are no station: an `area` (a project's middle), or a position `fix` of a device. */
export interface MapNote {
  readonly kind: 'area' | 'fix';
  readonly text: string;
  readonly latitude: number;
  readonly longitude: number;
}

export const stationSource = 'stations';
/** Zoom from which stations have labels, with their values. */
export const labelsFrom = 5;
const font = ['Inter Variable'];
/** Layers that answer a click. */
export const stationLayerIds = ['selected-point', 'points', 'labels', 'clusters'];

const empty = { type: 'FeatureCollection' as const, features: [] };
const point = (place: { latitude: number; longitude: number }, datum: GeodeticDatum): GeoJSON.Point => {
  const { longitude, latitude } = onDatum({ longitude: place.longitude, latitude: place.latitude }, datum);
  return { type: 'Point', coordinates: [longitude, latitude] };
};

/** Stations as features: `rank` is the severity of alarm or state, 0 the worst; `order` also of how an alarm stands. */
export function stationFeatures(
  stations: readonly MapStation[],
  datum: GeodeticDatum,
): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: stations.map((station) => ({
      type: 'Feature',
      id: station.id,
      properties: {
        id: station.id,
        rank: markers.indexOf(station.alarm === undefined ? station.state : station.alarm.rank),
        order: markerOrder(station.state, station.alarm),
        marker: markerName(station.state, station.alarm),
        name: station.name,
        value: station.value,
      },
      geometry: point(station, datum),
    })),
  };
}

/** Counts by level and state that supercluster keeps for each cluster: n0 … n10 in the order of severity. */
const clusterProperties = Object.fromEntries(
  markers.map((_, rank) => [`n${rank}`, ['+', ['case', ['==', ['get', 'rank'], rank], 1, 0]]]),
);

/** Name of a cluster's ring: its size class and shares in twelfths, so that many clusters share one image. */
const ringName = [
  'concat',
  ringPrefix,
  ['step', ['get', 'point_count'], 's', 10, 'm', 50, 'l'],
  ...markers.flatMap((_, rank) => {
    const count = ['get', `n${rank}`];
    const twelfths = ['round', ['/', ['*', 12, count], ['get', 'point_count']]];
    return [rank === 0 ? '-' : '.', ['to-string', ['case', ['==', count, 0], 0, ['max', 1, twelfths]]]];
  }),
];

/** Text on the map stands on a halo of its ground. */
const haloed = () => ({
  'text-halo-color': themeColor('--map-halo'),
  'text-halo-width': 1.4,
  'text-color': themeColor('--map-label'),
});

/** Names of projects, and positions that devices report. */
const noteLayers = (): unknown[] => [
  {
    id: 'areas',
    type: 'symbol',
    source: 'notes',
    minzoom: 4.5,
    filter: ['==', ['get', 'kind'], 'area'],
    layout: {
      'text-field': ['get', 'text'],
      'text-font': font,
      'text-size': 11.5,
      'text-max-width': 9,
      'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
      'text-radial-offset': 2,
      'text-justify': 'auto',
    },
    paint: haloed(),
  },
  {
    id: 'fixes',
    type: 'circle',
    source: 'notes',
    filter: ['==', ['get', 'kind'], 'fix'],
    paint: {
      'circle-radius': 4,
      'circle-color': themeColor('--surface-overlay'),
      'circle-stroke-width': 2,
      'circle-stroke-color': themeColor('--accent-bright'),
    },
  },
  {
    id: 'fix-names',
    type: 'symbol',
    source: 'notes',
    filter: ['==', ['get', 'kind'], 'fix'],
    layout: {
      'text-field': ['get', 'text'],
      'text-font': font,
      'text-size': 11,
      'text-variable-anchor': ['right', 'bottom', 'left', 'top'],
      'text-radial-offset': 0.9,
    },
    paint: haloed(),
  },
];

/** Stations: their labels, their points, and the rings of those that lie close together. */
function pointLayers(): unknown[] {
  const strong = themeColor('--text-strong');
  const muted = themeColor('--text-muted');
  const single = ['!', ['has', 'point_count']];
  return [
    {
      id: 'labels',
      type: 'symbol',
      source: stationSource,
      filter: single,
      minzoom: labelsFrom,
      layout: {
        'icon-image': labelBox,
        'icon-text-fit': 'both',
        'icon-text-fit-padding': [2, 7, 2, 7],
        'text-field': [
          'case',
          ['==', ['get', 'value'], ''],
          ['format', ['get', 'name'], {}],
          ['format', ['get', 'name'], { 'text-color': muted }, '\n', {}, ['get', 'value'], {}],
        ],
        'text-font': font,
        'text-size': 11,
        'text-line-height': 1.25,
        'text-anchor': 'left',
        'text-justify': 'left',
        // Its box begins beyond its own marker of up to 34 px: one that touched it would never be placed.
        'text-offset': [2.7, 0],
        'text-max-width': 16,
        'symbol-sort-key': ['get', 'order'],
      },
      paint: { 'text-color': strong },
    },
    {
      id: 'points',
      type: 'symbol',
      source: stationSource,
      filter: single,
      layout: {
        'icon-image': ['get', 'marker'],
        'icon-allow-overlap': true,
        // The worst is drawn last, on top.
        'symbol-sort-key': ['-', 0, ['get', 'order']],
      },
    },
    {
      id: 'clusters',
      type: 'symbol',
      source: stationSource,
      filter: ['has', 'point_count'],
      layout: {
        'icon-image': ringName,
        'icon-allow-overlap': true,
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': font,
        'text-size': 12,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': strong },
    },
  ];
}

/** The selected station, above all. */
const selectedLayers = (): unknown[] => [
  {
    id: 'selected',
    type: 'circle',
    source: 'selected',
    paint: {
      'circle-radius': 15,
      'circle-color': themeColor('--focus'),
      'circle-opacity': 0.25,
      'circle-stroke-width': 2,
      'circle-stroke-color': themeColor('--focus'),
    },
  },
  {
    id: 'selected-point',
    type: 'symbol',
    source: 'selected',
    layout: { 'icon-image': ['get', 'marker'], 'icon-allow-overlap': true },
  },
];

/** Circles round the station of the map, each with its radius. */
const ringLayers = (): unknown[] => [
  {
    id: 'rings',
    type: 'line',
    source: 'rings',
    paint: { 'line-color': themeColor('--map-label'), 'line-opacity': 0.35, 'line-width': 1 },
  },
  {
    id: 'ring-names',
    type: 'symbol',
    source: 'rings',
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 340,
      'text-field': ['get', 'label'],
      'text-font': font,
      'text-size': 10,
    },
    paint: haloed(),
  },
];

/** Hazard areas, routes, places to meet and outlines, under the stations. */
function shapeLayers(): unknown[] {
  const of = (kind: string) => ['==', ['get', 'kind'], kind];
  const line = (kind: string, color: string, width: number, more = {}) => ({
    id: `shape-${kind}`,
    type: 'line',
    source: 'shapes',
    filter: of(kind),
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': themeColor(color), 'line-width': width, ...more },
  });
  return [
    {
      id: 'shape-fill',
      type: 'fill',
      source: 'shapes',
      filter: of('hazardArea'),
      paint: { 'fill-color': themeColor('--lv4'), 'fill-opacity': 0.14 },
    },
    line('hazardArea', '--lv4-edge', 2),
    line('projectOutline', '--map-label', 1.6, { 'line-dasharray': [3, 2] }),
    line('evacuationRoute', '--ok', 4),
    {
      id: 'shape-points',
      type: 'circle',
      source: 'shapes',
      filter: of('assemblyPoint'),
      paint: {
        'circle-radius': 7,
        'circle-color': themeColor('--surface-overlay'),
        'circle-stroke-width': 3,
        'circle-stroke-color': themeColor('--ok'),
      },
    },
    {
      id: 'shape-names',
      type: 'symbol',
      source: 'shapes',
      minzoom: 8,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': 11,
        'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
        'text-radial-offset': 0.9,
      },
      paint: haloed(),
    },
  ];
}

const stationLayers = () =>
  [
    ...shapeLayers(),
    ...ringLayers(),
    ...noteLayers(),
    ...pointLayers(),
    ...selectedLayers(),
  ] as LayerSpecification[];

/** Adds sources and layers of stations and notes to a style that has just been loaded; they come empty. */
export function addStationLayers(map: MapLibre): void {
  if (map.getSource(stationSource)) return;
  map.addSource(stationSource, {
    type: 'geojson',
    data: empty,
    cluster: true,
    clusterRadius: 46,
    clusterMaxZoom: 11,
    clusterProperties,
  } as SourceSpecification);
  map.addSource('shapes', { type: 'geojson', data: empty });
  map.addSource('rings', { type: 'geojson', data: empty });
  map.addSource('notes', { type: 'geojson', data: empty });
  map.addSource('selected', { type: 'geojson', data: empty });
  map.addSource('measure', { type: 'geojson', data: empty });
  for (const layer of [...stationLayers(), ...measureLayers()]) map.addLayer(layer);
}

/** The station layers in the theme's colours of this moment. */
export function repaintStations(map: MapLibre): void {
  const layers = stationLayers();
  repaint(map, [...layers, ...measureLayers()]);
  // The first line of a label has its colour in the text itself.
  const text = layers.find((layer) => layer.id === 'labels')?.layout as { 'text-field': string } | undefined;
  if (map.getLayer('labels')) map.setLayoutProperty('labels', 'text-field', text?.['text-field']);
}

/** Puts new, moved or changed stations on the map. */
export function setStations(map: MapLibre, stations: readonly MapStation[], datum: GeodeticDatum): void {
  putData(map, stationSource, stationFeatures(stations, datum));
}

/** Draws one station above all, out of its cluster, with a ring; undefined draws none. */
export function setSelected(map: MapLibre, station: MapStation | undefined, datum: GeodeticDatum): void {
  // It has no label: a value that changes would draw it anew for nothing.
  putData(
    map,
    'selected',
    station === undefined ? empty : stationFeatures([{ ...station, value: '' }], datum),
  );
}

export function setNotes(map: MapLibre, notes: readonly MapNote[], datum: GeodeticDatum): void {
  putData(map, 'notes', {
    type: 'FeatureCollection',
    features: notes.map((note) => ({
      type: 'Feature',
      properties: { kind: note.kind, text: note.text },
      geometry: point(note, datum),
    })),
  });
}
