import { changeSlack } from '../readings/change.ts';
import { compassBearing, vectorLength } from '../readings/vector.ts';
import { countUpTo, type DerivedRow, datumAt, type EarlierRows } from './model.ts';

const day = 86_400_000;

/**
 * Horizontal speed at `t`, mm a day: the way from the last complete position at or before t − 1 d, by the time between the
 * two. NaN where there is none in the window's slack, or where the device was zeroed between.
 */
function speedOver(
  t: number,
  east: number,
  north: number,
  earlier: EarlierRows,
  oldest: number,
  datum: number | null,
): number {
  const from = Math.max(oldest, datum ?? Number.NEGATIVE_INFINITY);
  if (datum !== null && t < datum) return Number.NaN;
  for (let index = countUpTo(earlier, t - day) - 1; index >= 0; index -= 1) {
    const at = earlier.t[index] ?? Number.NEGATIVE_INFINITY;
    if (at < from) break;
    const way = vectorLength([
      east - (earlier.columns[0]?.[index] ?? Number.NaN),
      north - (earlier.columns[1]?.[index] ?? Number.NaN),
    ]);
    if (!Number.isNaN(way)) return (way * day) / (t - at);
  }
  return Number.NaN;
}

/** Length, bearing and speed of a displacement given as east, north, up (src/catalogue/README.md#formulas). */
export const gnss: DerivedRow = {
  row: 'gnss',
  channels: ['horizontal', 'displacement', 'bearing', 'speed'],
  inputs: ['east', 'north', 'up'],
  lookedBackAt: ['east', 'north'],
  since: (t, { collectionCycle }) => t - day - changeSlack(collectionCycle),
  until: (t, { collectionCycle }) => t + day + changeSlack(collectionCycle),
  derive(t, own, earlier, facts) {
    const east = own[0] ?? Number.NaN;
    const north = own[1] ?? Number.NaN;
    const up = own[2] ?? Number.NaN;
    return [
      vectorLength([east, north]),
      vectorLength([east, north, up]),
      compassBearing(east, north),
      speedOver(t, east, north, earlier, gnss.since(t, facts), datumAt(t, facts)),
    ];
  },
};
