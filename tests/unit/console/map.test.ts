import { createRequire } from 'node:module';
import type { FeatureCollection, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { describe, expect, it } from 'vitest';
import { cutAtDateLine, fillable, unrolled } from '../../../src/console/components/map/basemap/date-line.ts';

type World = Topology<{ countries: GeometryCollection<{ name: string }> }>;
const world = createRequire(import.meta.url)('world-atlas/countries-50m.json') as World;
const widest = (ring: readonly Position[]) =>
  Math.max(...ring.slice(1).map(([x = 0], index) => Math.abs(x - (ring[index]?.[0] ?? 0))));

describe('the date line', () => {
  it('tears no country of the atlas across the map', () => {
    const { features } = fillable(feature(world, world.objects.countries) as FeatureCollection);
    const rings = features.flatMap(({ geometry, properties }) => {
      const polygons =
        geometry?.type === 'MultiPolygon'
          ? geometry.coordinates
          : geometry?.type === 'Polygon'
            ? [geometry.coordinates]
            : [];
      return polygons.flat().map((ring) => ({ name: String(properties?.['name']), ring }));
    });
    expect(rings.length).toBeGreaterThan(1000);
    for (const { name, ring } of rings) {
      // The lower edge that closes Antarctica is the only long side.
      if (name !== 'Antarctica') expect(widest(ring), name).toBeLessThan(90);
      expect(ring[0], name).toEqual(ring.at(-1));
    }
  });
  it('is passed by a ring with longitudes that go on', () => {
    const ring = [
      [178, 70],
      [-178, 70],
      [-178, 71],
      [178, 71],
      [178, 70],
    ];
    expect(unrolled(ring).map(([x]) => x)).toEqual([178, 182, 182, 178, 178]);
  });
  it('closes a ring round the south pole along the lower edge', () => {
    const ring = [-180, -90, 0, 90, 179, -180].map((x) => [x, -70]);
    const closed = unrolled(ring);
    expect(closed.map(([x]) => x)).toEqual([-180, -90, 0, 90, 179, 180, 180, -180, -180]);
    expect(Math.min(...closed.map(([, y = 0]) => y))).toBe(-85.05);
  });
  it('cuts lines', () => {
    const line = [
      [179, 1],
      [180, 1],
      [-180, 1],
      [-179, 1],
    ];
    const { coordinates } = cutAtDateLine({ type: 'MultiLineString', coordinates: [line] });
    expect(coordinates).toEqual([line.slice(0, 2), line.slice(2)]);
  });
});
