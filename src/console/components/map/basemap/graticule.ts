import type { Feature, FeatureCollection, LineString } from 'geojson';

/** Degrees between the lines from a zoom on: about 150 to 370 px on screen; a step from 5 to 2 is the widest. */
const steps: readonly (readonly [zoom: number, degrees: number])[] = [
  [19.9, 0.0001],
  [18.9, 0.0002],
  [17.6, 0.0005],
  [16.6, 0.001],
  [15.6, 0.002],
  [14.3, 0.005],
  [13.3, 0.01],
  [12.3, 0.02],
  [11, 0.05],
  [10, 0.1],
  [9, 0.2],
  [7.7, 0.5],
  [6.7, 1],
  [5.7, 2],
  [4.3, 5],
  [0, 10],
];

/** Web Mercator ends here. */
const mostLatitude = 85;

export interface MapBounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Degrees between two lines of the graticule at a zoom. */
export function graticuleStep(zoom: number): number {
  return steps.find(([from]) => zoom >= from)?.[1] ?? 10;
}

function label(degrees: number, positive: string, negative: string, digits: number): string {
  const size = Math.abs(degrees).toFixed(digits);
  return `${size}°${Number(size) === 0 ? '' : degrees > 0 ? positive : negative}`;
}

/** Meridians and parallels over a view and half of it around, each with its degrees as `label`. */
export function graticule(view: MapBounds, zoom: number): FeatureCollection<LineString, { label: string }> {
  const step = graticuleStep(zoom);
  // As many as the step has: 0.05 has two.
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const wide = (view.east - view.west) / 2;
  const high = (view.north - view.south) / 2;
  const [west, east] = [view.west - wide, view.east + wide];
  const south = Math.max(-mostLatitude, view.south - high);
  const north = Math.min(mostLatitude, view.north + high);
  const features: Feature<LineString, { label: string }>[] = [];
  const line = (text: string, from: [number, number], to: [number, number]) =>
    features.push({
      type: 'Feature',
      properties: { label: text },
      geometry: { type: 'LineString', coordinates: [from, to] },
    });
  for (let index = Math.ceil(west / step); index * step <= east; index++) {
    const longitude = index * step;
    const named = ((((longitude + 180) % 360) + 360) % 360) - 180;
    line(label(named, 'E', 'W', digits), [longitude, south], [longitude, north]);
  }
  for (let index = Math.ceil(south / step); index * step <= north; index++) {
    const latitude = index * step;
    line(label(latitude, 'N', 'S', digits), [west, latitude], [east, latitude]);
  }
  return { type: 'FeatureCollection', features };
}
