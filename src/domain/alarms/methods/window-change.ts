import { cyclesAt, cycleWalk } from '../cycles.ts';
import {
  type ColumnInput,
  channelOf,
  numberIn,
  numberNow,
  placeAfter,
  type QuantityInput,
} from '../model.ts';
import { columnOf, datumWalk, valuesNow } from './columns.ts';
import { rounded, roundedTo, roundsTo } from './points.ts';

/**
 * How far from the window's start the reading may lie that a change is taken from: half a collection cycle, ms. That is
 * the cycle in force at the start, by which the readings around it were collected.
 */
export const startSlack = (collectionCycle: number): number => (collectionCycle * 1000) / 2;

/**
 * How far behind the window's start that reading may lie, ms: as far as before it, but never so far that less than half
 * of the window is measured. Readings at their cycle are never that near; those of a device that begins to collect fast
 * are, before its new cycle is known, and a speed over a few of their milliseconds would be noise alone.
 */
const startSlackBehind = (collectionCycle: number, window: number): number =>
  Math.min(startSlack(collectionCycle), window / 2);

/** Of two bearings the shorter way, in (−180, 180]. */
function turn(from: number, to: number): number {
  const turned = (((to - from) % 360) + 360) % 360;
  return turned > 180 ? turned - 360 : turned;
}

/**
 * Change of the value of the moment itself against the reading nearest to the start of a window, within half a
 * collection cycle and at least half of the window away, the earlier one of two that are equally near; with the ms
 * between the two. Null where either is
 * missing, or where the start is of another datum. Bearings: the shorter way.
 * @param window ms
 */
export function windowChange(
  input: QuantityInput,
  window: number,
): { readonly change: number; readonly elapsed: number } | null {
  const { t, datumAt } = input;
  const start = t - window;
  const { collectionCycle } = cyclesAt(input, start);
  const slack = startSlack(collectionCycle);
  const latest = start + startSlackBehind(collectionCycle, window);
  const now = numberNow(input);
  if (now === null) return null;
  const definition = channelOf(input);
  const isAmount = definition?.sum !== undefined;
  const { readings } = input;
  let nearestAt = Number.NaN;
  let nearest = Number.NaN;
  const first = Math.max(start - slack - 1, (datumAt ?? Number.NEGATIVE_INFINITY) - 1);
  for (let index = placeAfter(readings, first); index < readings.length; index += 1) {
    const reading = readings[index];
    if (reading === undefined || reading.t >= t || reading.t > latest) break;
    const value = numberIn(input, reading, isAmount);
    const distance = Math.abs(reading.t - start);
    if (value === null || distance > slack) continue;
    if (Number.isNaN(nearestAt) || distance < Math.abs(nearestAt - start)) {
      nearestAt = reading.t;
      nearest = value;
    }
  }
  if (Number.isNaN(nearestAt)) return null;
  const change = definition?.circular === true ? turn(nearest, now) : rounded(input, now - nearest);
  return { change, elapsed: t - nearestAt };
}

/**
 * The same at each of many moments; NaN = null.
 * @param as what is made of a change and the ms that it took
 */
export function windowChanges(
  input: ColumnInput,
  window: number,
  as: (change: number, elapsed: number) => number,
): Float64Array {
  const { moments, readings, cycles } = input;
  const { t: times } = readings;
  const column = columnOf(input);
  const cyclesAtStart = cycleWalk(cycles);
  const widest = startSlack(
    Math.max(...[cycles, ...(cycles.formerCycles ?? [])].map((one) => one.collectionCycle)),
  );
  const isCircular = channelOf(input)?.circular === true;
  const digits = roundsTo(input);
  const datumAt = datumWalk(input.datums);
  const now = valuesNow(input);
  const found = new Float64Array(moments.length).fill(Number.NaN);
  let first = 0;
  for (let at = 0; at < moments.length; at += 1) {
    const value = now[at] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const t = moments[at] ?? Number.NaN;
    const start = t - window;
    const datum = datumAt(t);
    const { collectionCycle } = cyclesAtStart(start);
    const slack = startSlack(collectionCycle);
    const behind = startSlackBehind(collectionCycle, window);
    while ((times[first] ?? Number.POSITIVE_INFINITY) < start - widest) first += 1;
    let nearest = -1;
    let distance = Number.POSITIVE_INFINITY;
    for (let place = first; ; place += 1) {
      const own = times[place] ?? Number.POSITIVE_INFINITY;
      if (own >= t || own > start + behind) break;
      const away = Math.abs(own - start);
      if (own < start - slack) continue;
      // Not yet of this datum, or without a number, or no nearer than an earlier one.
      if (own <= datum - 1 || away >= distance || Number.isNaN(column[place])) continue;
      nearest = place;
      distance = away;
    }
    if (nearest < 0) continue;
    const before = column[nearest] ?? Number.NaN;
    const change = isCircular ? turn(before, value) : roundedTo(digits, value - before);
    found[at] = as(change, t - (times[nearest] ?? Number.NaN));
  }
  return found;
}
