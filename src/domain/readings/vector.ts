/** Displacements as vectors (src/catalogue/README.md#formulas). */
import { bearing, degrees } from './angles.ts';

/** Length of a vector in the unit of its parts; NaN where a part is missing. */
export const vectorLength = (parts: readonly number[]): number =>
  parts.some(Number.isNaN) ? Number.NaN : Math.hypot(...parts);

/** Direction of a horizontal movement, degrees clockwise from north; NaN where a part is missing or nothing moved. */
export const compassBearing = (east: number, north: number): number =>
  east === 0 && north === 0 ? Number.NaN : bearing(degrees(Math.atan2(east, north)));
