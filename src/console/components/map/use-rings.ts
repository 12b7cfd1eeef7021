import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect } from 'react';
import type { GeodeticDatum, GeoPosition } from '../../../domain/places/datum.ts';
import { useDistanceText } from './distance-text.ts';
import { rings } from './rings.ts';
import { putData } from './source-data.ts';

/** Draws circles round a place that say how far away things are; they follow the scale. */
export function useRings(
  map: MapLibre | null,
  generation: number,
  home: GeoPosition | null,
  datum: GeodeticDatum,
): void {
  const inWords = useDistanceText();
  useEffect(() => {
    if (map === null || generation === 0 || home === null) return;
    const draw = () => putData(map, 'rings', rings(home, map.getZoom(), datum, inWords));
    draw();
    map.on('zoomend', draw);
    return () => {
      map.off('zoomend', draw);
    };
  }, [map, generation, home, datum, inWords]);
}
