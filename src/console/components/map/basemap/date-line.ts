import type { Feature, FeatureCollection, MultiLineString, Position } from 'geojson';

const half = 180;
/** Where Mercator ends; what lies further south is drawn down to here. */
const lowest = -85.05;

/** Cuts lines where they jump over the date line: they would be drawn right across the world. */
export function cutAtDateLine({ coordinates }: MultiLineString): MultiLineString {
  const lines = coordinates.flatMap((line) => {
    const parts: Position[][] = [[]];
    line.forEach((point, index) => {
      const before = line[index - 1];
      if (before !== undefined && Math.abs((point[0] ?? 0) - (before[0] ?? 0)) > half) parts.push([]);
      parts.at(-1)?.push(point);
    });
    return parts.filter((part) => part.length > 1);
  });
  return { type: 'MultiLineString', coordinates: lines };
}

/**
 * A ring with longitudes that go on past ±180° where it crosses the date line. One that goes round the south pole is
 * closed along the map's lower edge.
 */
export function unrolled(ring: readonly Position[]): Position[] {
  let turns = 0;
  let before: number | null = null;
  const result = ring.map(([x = 0, y = 0]): Position => {
    if (before !== null && Math.abs(x - before) > half) turns += x < before ? 1 : -1;
    before = x;
    return [x + turns * 2 * half, Math.max(lowest, y)];
  });
  const [first, last] = [result[0], result.at(-1)];
  if (first !== undefined && last !== undefined && turns !== 0) {
    result.push([last[0] ?? 0, lowest], [first[0] ?? 0, lowest], first);
  }
  return result;
}

/** True for a ring that has an extent on the map: the pole itself has none. */
const isSeen = (ring: readonly Position[]) => ring.some(([, y = lowest]) => y > lowest);

/** Countries whose areas can be filled: none is torn across the whole map at the date line. */
export function fillable({ features }: FeatureCollection): FeatureCollection {
  const area = (rings: readonly Position[][]) => rings.filter(isSeen).map(unrolled);
  return {
    type: 'FeatureCollection',
    features: features.map((feature): Feature => {
      const { geometry } = feature;
      if (geometry?.type === 'Polygon')
        return { ...feature, geometry: { type: 'Polygon', coordinates: area(geometry.coordinates) } };
      if (geometry?.type !== 'MultiPolygon') return feature;
      const coordinates = geometry.coordinates.map(area).filter((rings) => rings.length > 0);
      return { ...feature, geometry: { type: 'MultiPolygon', coordinates } };
    }),
  };
}
