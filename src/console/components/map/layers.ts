import type { GeoJSONSource, Map as MapLibre, StyleSpecification } from 'maplibre-gl';
import { onDatum } from '../../../domain/datum.ts';
import { type StationState, stationStates } from '../../../domain/station-state.ts';
import { themeColor } from './theme-colors.ts';

/** A station as the map needs it. */
export interface MapStation {
  readonly id: number;
  readonly name: string;
  /** Last value with unit, or empty. */
  readonly value: string;
  readonly state: StationState;
  /** WGS-84 degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

const font = ['Inter Variable'];
export const stationSource = 'stations';

function collection(stations: readonly MapStation[], datum: 'WGS-84' | 'GCJ-02'): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: stations.map((station) => {
      const place = onDatum({ latitude: station.latitude, longitude: station.longitude }, datum);
      const rank = stationStates.indexOf(station.state);
      return {
        type: 'Feature',
        id: station.id,
        properties: {
          id: station.id,
          rank,
          state: station.state,
          label: station.value === '' ? station.name : `${station.name}\n${station.value}`,
        },
        geometry: { type: 'Point', coordinates: [place.longitude, place.latitude] },
      };
    }),
  };
}

/** Counts by state that supercluster keeps for each cluster: n0 … n9 in the order of severity. */
const clusterProperties = Object.fromEntries(
  stationStates.map((_, rank) => [`n${rank}`, ['+', ['case', ['==', ['get', 'rank'], rank], 1, 0]]]),
);

/** Adds the station layers to a style that has just been loaded. */
export function addStationLayers(
  map: MapLibre,
  stations: readonly MapStation[],
  datum: 'WGS-84' | 'GCJ-02',
): void {
  if (map.getSource(stationSource)) return;
  map.addSource(stationSource, {
    type: 'geojson',
    data: collection(stations, datum),
    cluster: true,
    clusterRadius: 46,
    clusterMaxZoom: 11,
    clusterProperties,
  } as StyleSpecification['sources'][string]);
  const text = {
    'text-color': themeColor('--text-strong'),
    'text-halo-color': themeColor('--surface-overlay'),
    'text-halo-width': 1.6,
  };
  map.addLayer({
    id: 'selected',
    type: 'circle',
    source: stationSource,
    filter: ['==', ['get', 'id'], -1],
    paint: {
      'circle-radius': 15,
      'circle-color': themeColor('--focus'),
      'circle-opacity': 0.25,
      'circle-stroke-width': 2,
      'circle-stroke-color': themeColor('--focus'),
    },
  });
  map.addLayer({
    id: 'points',
    type: 'symbol',
    source: stationSource,
    filter: ['!', ['has', 'point_count']],
    layout: {
      'icon-image': ['concat', 'state-', ['get', 'state']],
      'icon-allow-overlap': true,
      'symbol-sort-key': ['-', 10, ['get', 'rank']],
    },
  });
  map.addLayer({
    id: 'labels',
    type: 'symbol',
    source: stationSource,
    filter: ['!', ['has', 'point_count']],
    minzoom: 6,
    layout: {
      'text-field': ['get', 'label'],
      'text-font': font,
      'text-size': 11,
      'text-anchor': 'left',
      'text-justify': 'left',
      'text-offset': [1.3, 0],
      'text-optional': true,
      'text-max-width': 18,
      'symbol-sort-key': ['get', 'rank'],
    },
    paint: text,
  });
  const counts = stationStates.flatMap((_, rank) => [['to-string', ['get', `n${rank}`]], '.']).slice(0, -1);
  map.addLayer({
    id: 'clusters',
    type: 'symbol',
    source: stationSource,
    filter: ['has', 'point_count'],
    layout: {
      'icon-image': ['concat', 'counts-', ...counts],
      'icon-allow-overlap': true,
      'text-field': ['get', 'point_count_abbreviated'],
      'text-font': font,
      'text-size': 12,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': themeColor('--text-strong') },
  } as Parameters<MapLibre['addLayer']>[0]);
}

/** Puts moved or changed stations on the map. */
export function setStations(
  map: MapLibre,
  stations: readonly MapStation[],
  datum: 'WGS-84' | 'GCJ-02',
): void {
  map.getSource<GeoJSONSource>(stationSource)?.setData(collection(stations, datum));
}

/** Rings the selected station. */
export function setSelected(map: MapLibre, id: number | null): void {
  if (map.getLayer('selected')) map.setFilter('selected', ['==', ['get', 'id'], id ?? -1]);
}
