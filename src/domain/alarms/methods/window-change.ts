import { channelOf, numberIn, numberNow, type Point, placeAfter, type QuantityInput } from '../model.ts';
import { rounded } from './points.ts';

/** How far from the window's start the reading may lie that a change is taken from: half a collection cycle, ms. */
export const startSlack = (collectionCycle: number): number => (collectionCycle * 1000) / 2;

/** Of two bearings the shorter way, in (−180, 180]. */
function turn(from: number, to: number): number {
  const turned = (((to - from) % 360) + 360) % 360;
  return turned > 180 ? turned - 360 : turned;
}

/**
 * Change of the value of the moment itself against the reading nearest to the start of a window, within half a
 * collection cycle, the earlier one of two that are equally near; with the ms between the two. Null where either is
 * missing, or where the start is of another datum. Bearings: the shorter way.
 * @param window ms
 */
export function windowChange(
  input: QuantityInput,
  window: number,
): { readonly change: number; readonly elapsed: number } | null {
  const { t, collectionCycle, datumAt } = input;
  const start = t - window;
  const slack = startSlack(collectionCycle);
  const now = numberNow(input);
  if (now === null) return null;
  const isAmount = channelOf(input)?.sum !== undefined;
  const { readings } = input;
  let nearest: Point | null = null;
  const first = Math.max(start - slack - 1, (datumAt ?? Number.NEGATIVE_INFINITY) - 1);
  for (let index = placeAfter(readings, first); index < readings.length; index += 1) {
    const reading = readings[index];
    if (reading === undefined || reading.t >= t || reading.t > start + slack) break;
    const value = numberIn(input, reading, isAmount);
    const distance = Math.abs(reading.t - start);
    if (value === null || distance > slack) continue;
    if (nearest === null || distance < Math.abs(nearest.t - start)) nearest = { t: reading.t, value };
  }
  if (nearest === null) return null;
  const change =
    channelOf(input)?.circular === true ? turn(nearest.value, now) : rounded(input, now - nearest.value);
  return { change, elapsed: t - nearest.t };
}
