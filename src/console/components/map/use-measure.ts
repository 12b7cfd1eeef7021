import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { map as mapCommands } from '../../../../commands/map.ts';
import { fromDatum, type GeodeticDatum, type GeoPosition } from '../../../domain/places/datum.ts';
import { useOffer } from '../screen.ts';
import { setMeasure } from './measure-layer.ts';

export interface Measuring {
  /** Points that were set, WGS-84; null = nothing is measured. */
  readonly points: readonly GeoPosition[] | null;
}

/** Measures on a map: points are set by clicks and, in its middle, by keys. */
export function useMeasure(
  map: MapLibre | null,
  generation: number,
  datum: GeodeticDatum,
  isAble: boolean,
): Measuring {
  const [points, setPoints] = useState<readonly GeoPosition[] | null>(null);
  useEffect(() => {
    if (map !== null && generation > 0) setMeasure(map, points ?? [], datum);
  }, [map, generation, points, datum]);
  const isOn = points !== null;
  const available = isAble && isOn;
  useOffer(mapCommands.measure, () => setPoints((before) => (before === null ? [] : null)), {
    available: isAble,
  });
  useOffer(
    mapCommands.measurePoint,
    ({ at }) => {
      if (map === null) return;
      const { lng: longitude, lat: latitude } = map.getCenter().wrap();
      const point = at ?? fromDatum({ longitude, latitude }, datum);
      setPoints((before) => [...(before ?? []), point]);
    },
    { available },
  );
  useOffer(mapCommands.measureBack, () => setPoints((before) => before?.slice(0, -1) ?? null), {
    available: available && points.length > 0,
  });
  return { points };
}
