import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  distance,
  fromDatum,
  onDatum,
  positionsDisagree,
  toGcj02,
} from '../../../src/domain/places/datum.ts';

const beijing = { longitude: 116.404, latitude: 39.915 };

describe('WGS-84 to GCJ-02', () => {
  it('gives the value that published implementations give', () => {
    const shifted = toGcj02(beijing);
    expect(shifted.longitude).toBeCloseTo(116.41024449916938, 9);
    expect(shifted.latitude).toBeCloseTo(39.91640428150164, 9);
  });
  it.each([
    ['Tokyo', { longitude: 139.69, latitude: 35.69 }],
    ['Fukuoka', { longitude: 130.4, latitude: 33.59 }],
    ['Zermatt', { longitude: 7.75, latitude: 46.02 }],
  ])('leaves %s where it is', (_, position) => expect(toGcj02(position)).toEqual(position));
  it('has an inverse for places that are picked on the map, to a centimetre', () => {
    const place = fc.record({
      longitude: fc.double({ min: 74, max: 122, noNaN: true }),
      latitude: fc.double({ min: 18, max: 52, noNaN: true }),
    });
    fc.assert(
      fc.property(place, (at) => {
        expect(distance(fromDatum(onDatum(at, 'GCJ-02'), 'GCJ-02'), at)).toBeLessThan(0.01);
        expect(fromDatum(at, 'WGS-84')).toEqual(at);
      }),
    );
  });
  it('moves the marker of a GCJ-02 source alone', () => {
    expect(onDatum(beijing, 'WGS-84')).toBe(beijing);
    expect(distance(onDatum(beijing, 'GCJ-02'), beijing)).toBeGreaterThan(300);
  });
});

describe('positions', () => {
  const north = (metres: number) => ({ ...beijing, latitude: beijing.latitude + metres / 111_195.08 });
  it('a degree of latitude is 111.195 km on the mean sphere', () => {
    expect(distance({ longitude: 0, latitude: 0 }, { longitude: 0, latitude: 1 })).toBeCloseTo(111_195.08, 1);
  });
  it('disagree beyond 500 m', () => {
    expect(positionsDisagree(beijing, north(499))).toBe(false);
    expect(positionsDisagree(beijing, north(501))).toBe(true);
    expect(positionsDisagree(null, beijing)).toBe(false);
  });
});
