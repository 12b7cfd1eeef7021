/** Tilt formulas (src/catalogue/README.md#formulas). Angles in degrees; x and y are the inclinations along the sensor's axes. */
import { bearing, degrees, radians } from './angles.ts';

/** Total tilt from the vertical: atan √(tan²x + tan²y), 0–90. */
export function totalTilt(x: number, y: number): number {
  return degrees(Math.atan(Math.hypot(Math.tan(radians(x)), Math.tan(radians(y)))));
}

/** Direction of the tilt in the sensor's own plane, from +x towards +y: atan2(tan y, tan x), 0 ≤ d < 360. */
export function tiltDirection(x: number, y: number): number {
  return bearing(degrees(Math.atan2(Math.tan(radians(y)), Math.tan(radians(x)))));
}

/** Compass bearing of the tilt: (direction + azimuth of the mounted x axis) mod 360. */
export function tiltAzimuth(direction: number, mountAzimuth: number): number {
  return bearing(direction + mountAzimuth);
}
