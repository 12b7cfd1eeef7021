import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tiltAzimuth, tiltDirection, totalTilt } from '../../../src/domain/readings/tilt.ts';

describe('tilt', () => {
  it('of one axis is that axis', () => {
    expect(totalTilt(3, 0)).toBeCloseTo(3, 12);
    expect(totalTilt(0, -3)).toBeCloseTo(3, 12);
    expect(totalTilt(0, 0)).toBe(0);
  });
  it('of 45° on both axes is atan √2', () => expect(totalTilt(45, 45)).toBeCloseTo(54.7356103, 6));
  it.each([
    [1, 0, 0],
    [0, 1, 90],
    [-1, 0, 180],
    [0, -1, 270],
    [1, 1, 45],
    [1, -1, 315],
  ])('direction of (%d, %d) is %d', (x, y, expected) => expect(tiltDirection(x, y)).toBeCloseTo(expected, 9));
  it('azimuth wraps at 360', () => {
    expect(tiltAzimuth(350, 20)).toBe(10);
    expect(tiltAzimuth(340, 20)).toBe(0);
    expect(tiltAzimuth(0, 0)).toBe(0);
  });
  it('agrees with the tilted normal of a plane', () => {
    const angle = fc.double({ min: -60, max: 60, noNaN: true });
    fc.assert(
      fc.property(angle, angle, (x, y) => {
        const [slopeX, slopeY] = [x, y].map((degrees) => Math.tan((degrees * Math.PI) / 180));
        const cosine = 1 / Math.sqrt(1 + (slopeX ?? 0) ** 2 + (slopeY ?? 0) ** 2);
        expect(Math.cos((totalTilt(x, y) * Math.PI) / 180)).toBeCloseTo(cosine, 9);
        const direction = tiltDirection(x, y);
        expect(direction).toBeGreaterThanOrEqual(0);
        expect(direction).toBeLessThan(360);
      }),
      { seed: 1 },
    );
  });
});
