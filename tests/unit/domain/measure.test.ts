import { describe, expect, it } from 'vitest';
import { distance } from '../../../src/domain/places/datum.ts';
import {
  bearing,
  compassPoint,
  destination,
  metresPerPixel,
  pathLength,
  ringArea,
  roundStep,
  scaleOf,
  zoomFor,
} from '../../../src/domain/places/measure.ts';

const kunming = { longitude: 102.718, latitude: 25.039 };

describe('directions', () => {
  it('are those of the compass on the equator and along a meridian', () => {
    const zero = { longitude: 0, latitude: 0 };
    expect(bearing(zero, { longitude: 0, latitude: 1 })).toBeCloseTo(0, 9);
    expect(bearing(zero, { longitude: 1, latitude: 0 })).toBeCloseTo(90, 9);
    expect(bearing(zero, { longitude: 0, latitude: -1 })).toBeCloseTo(180, 9);
    expect(bearing(zero, { longitude: -1, latitude: 0 })).toBeCloseTo(270, 9);
  });
  it('change to the next point of the compass half way', () => {
    expect([0, 22.4, 22.6, 90, 180, 337.4, 337.6, 359].map(compassPoint)).toEqual([
      'n',
      'n',
      'ne',
      'e',
      's',
      'nw',
      'n',
      'n',
    ]);
  });
  it('lead back: what lies there has that distance and that bearing', () => {
    for (const [towards, metres] of [
      [0, 100],
      [33, 2500],
      [170, 40_000],
      [289, 900_000],
    ] as const) {
      const there = destination(kunming, towards, metres);
      expect(distance(kunming, there)).toBeCloseTo(metres, 3);
      expect(bearing(kunming, there)).toBeCloseTo(towards, 4);
    }
  });
});

describe('lengths and areas', () => {
  it('add up along a path', () => {
    const [a, b] = [destination(kunming, 90, 300), destination(kunming, 90, 700)];
    expect(pathLength([kunming, a, b])).toBeCloseTo(700, 3);
    expect(pathLength([kunming])).toBe(0);
    expect(pathLength([])).toBe(0);
  });
  it('of a small square are its sides multiplied, whichever way round it is walked', () => {
    const square = [
      kunming,
      destination(kunming, 0, 200),
      destination(destination(kunming, 0, 200), 90, 200),
      destination(kunming, 90, 200),
    ];
    expect(ringArea(square) / 40_000).toBeCloseTo(1, 3);
    expect(ringArea([...square].reverse()) / 40_000).toBeCloseTo(1, 3);
    // The first point once more encloses nothing more.
    expect(ringArea([...square, kunming]) / 40_000).toBeCloseTo(1, 3);
  });
  it('of an eighth of the earth is an eighth of the sphere', () => {
    const octant = [
      [0, 0],
      [90, 0],
      [90, 90],
      [0, 90],
    ].map(([longitude = 0, latitude = 0]) => ({ longitude, latitude }));
    expect(ringArea(octant) / ((4 * Math.PI * 6_371_008.8 ** 2) / 8)).toBeCloseTo(1, 9);
  });
});

describe('the scale', () => {
  it('is that of Web Mercator: the equator is 512 pixels long at zoom 0', () => {
    expect(metresPerPixel(0, 0) * 512).toBeCloseTo(40_075_016.686, 2);
    expect(metresPerPixel(60, 0) / metresPerPixel(0, 0)).toBeCloseTo(0.5, 9);
    expect(metresPerPixel(0, 3) / metresPerPixel(0, 4)).toBeCloseTo(2, 9);
  });
  it('has a denominator: 1 : 1,000 shows 1 m as a millimetre', () => {
    const zoom = zoomFor(1000, 25, 1000 / (0.0254 / 96) / 1000);
    expect(scaleOf(25, zoom)).toBeCloseTo(1000, 6);
  });
  it('is found for what is to be seen', () => {
    const zoom = zoomFor(750, 25.04, 300);
    expect(metresPerPixel(25.04, zoom) * 300).toBeCloseTo(750, 6);
  });
  it('goes in steps of 1, 2 and 5', () => {
    expect([1, 1.99, 2, 4.9, 5, 9.9, 10, 0.7, 1234].map(roundStep)).toEqual([
      1, 1, 2, 2, 5, 5, 10, 0.5, 1000,
    ]);
  });
});
